import WavethumbBytes

@testable import Codecs

/// The result of decoding a whole recording.
struct Decoded {
  var facts: AudioFacts
  var format: SampleFormat
  var frames = 0
  var energy = 0.0
  var samples: [UInt8] = []
  var ending = AudioEnding()
  /// The number of lost frames by the first lost frame.
  var gaps: [Int: Int] = [:]

  init(_ source: ByteSource, limits: AudioLimits = AudioLimits()) throws(AudioFailure) {
    var stream = try AudioStream(source: source, limits: limits)
    facts = stream.facts
    format = stream.format
    while true {
      let count = try stream.nextBlock { block in
        samples += unsafe block.withUnsafeBytes { unsafe [UInt8]($0) }
      }
      if count == 0 { break }
      if stream.isGap {
        gaps[frames] = count
        let width = facts.channels * format.bytesPerSample
        samples += [UInt8](repeating: 0, count: count * width)
      }
      frames += count
    }
    energy = sampleEnergy(samples, format: format)
    ending = stream.ending
  }

  init(_ name: String) throws(AudioFailure) {
    try self.init(ByteSource(bytes: fixture(name)))
  }

  var rms: Double {
    guard frames > 0 else { return 0 }
    return (energy / Double(frames * facts.channels)).squareRoot()
  }
}
