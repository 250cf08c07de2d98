import Decoding
import Glibc
import WavethumbBytes
package import WavethumbSystem

/// A 16-bit WAV in memory, whose header may declare a wrong size.
package struct WaveFile {
  package var channels: Int
  package var sampleRate: Int
  package var samples: [Int16]
  /// The size declared in the header, or nil for the actual one.
  package var declaredBytes: UInt32?

  package init(
    channels: Int = 1,
    sampleRate: Int = 8000,
    samples: [Int16],
    declaredBytes: UInt32? = nil
  ) {
    self.channels = channels
    self.sampleRate = sampleRate
    self.samples = samples
    self.declaredBytes = declaredBytes
  }

  /// Returns a tone of increasing loudness.
  // Increasing, so that no two bars are equal and parts in a wrong order are noticed. At 8,000 Hz it has
  // 382 Hz; channels differ in phase, so that lanes that are exchanged are noticed as well.
  package static func tone(frames: Int, channels: Int = 1) -> WaveFile {
    let samples = (0..<frames * channels).map { index in
      let frame = index / channels
      // Below 32,767, so that nothing clips.
      let level = 30000 * Double(frame) / Double(frames)
      return Int16(level * sin(Double(frame) * 0.3 + Double(index % channels)))
    }
    return WaveFile(channels: channels, samples: samples)
  }

  package var bytes: [UInt8] {
    let dataBytes = UInt32(samples.count * 2)
    let blockAlign = UInt16(channels * 2)
    var bytes = Array("RIFF".utf8)
    bytes.append(number: 36 + dataBytes)
    bytes += "WAVEfmt ".utf8
    bytes.append(number: UInt32(16))
    bytes.append(number: UInt16(1))
    bytes.append(number: UInt16(channels))
    bytes.append(number: UInt32(sampleRate))
    bytes.append(number: UInt32(sampleRate) * UInt32(blockAlign))
    bytes.append(number: blockAlign)
    bytes.append(number: UInt16(16))
    bytes += "data".utf8
    bytes.append(number: declaredBytes ?? dataBytes)
    for sample in samples {
      bytes.append(number: sample)
    }
    return bytes
  }

  /// Calls `body` with a descriptor of the file.
  package func withDescriptor<Result>(_ body: (CInt) throws -> Result) rethrows -> Result {
    let file = descriptor()
    return try body(file.number)
  }

  /// Returns the file, in memory.
  package func descriptor() -> Descriptor {
    guard let descriptor = DescriptorSystem.file(holding: bytes) else {
      preconditionFailure("no file in memory")
    }
    return Descriptor(owning: descriptor)
  }
}
