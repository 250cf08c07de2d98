import Glibc

@testable import Batch

/// A WAV in memory: 16-bit samples, with a header that may lie.
struct WaveFile {
  var channels = 1
  var sampleRate = 8000
  var samples: [Int16]
  /// What the header says, nil for the truth.
  var declaredBytes: UInt32?

  /// A tone that grows louder.
  static func tone(frames: Int, channels: Int = 1) -> WaveFile {
    let samples = (0..<frames * channels).map { index in
      let frame = index / channels
      let level = 30000 * Double(frame) / Double(frames)
      return Int16(level * sin(Double(frame) * 0.3 + Double(index % channels)))
    }
    return WaveFile(channels: channels, samples: samples)
  }

  var bytes: [UInt8] {
    var writer = WireWriter()
    let dataBytes = UInt32(samples.count * 2)
    let blockAlign = UInt16(channels * 2)
    for byte in "RIFF".utf8 { writer.append(byte) }
    writer.append(36 + dataBytes)
    for byte in "WAVEfmt ".utf8 { writer.append(byte) }
    writer.append(UInt32(16))
    writer.append(UInt16(1))
    writer.append(UInt16(channels))
    writer.append(UInt32(sampleRate))
    writer.append(UInt32(sampleRate) * UInt32(blockAlign))
    writer.append(blockAlign)
    writer.append(UInt16(16))
    for byte in "data".utf8 { writer.append(byte) }
    writer.append(declaredBytes ?? dataBytes)
    for sample in samples { writer.append(sample) }
    return writer.bytes
  }

  /// Passes on a descriptor of the file.
  func withDescriptor<Result>(_ body: (CInt) throws -> Result) rethrows -> Result {
    guard let descriptor = WorkerSystem.file(holding: bytes) else {
      preconditionFailure("no file in memory")
    }
    defer { WorkerSystem.close(descriptor) }
    return try body(descriptor)
  }
}
