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
        samples += zeros(count * frameBytes)
      }
      frames += count
    }
    energy = sampleEnergy(samples, format: format)
    ending = stream.ending
  }

  init(_ bytes: [UInt8]) throws(AudioFailure) {
    try self.init(ByteSource(bytes: bytes))
  }

  init(fixture name: String) throws(AudioFailure) {
    try self.init(CodecsTests.fixture(name))
  }

  /// The bytes of one frame.
  var frameBytes: Int { facts.channels * format.bytesPerSample }

  /// Returns the samples from a frame on.
  func samples(fromFrame frame: Int) -> [UInt8] {
    Array(samples[(frame * frameBytes)...])
  }

  var lostFrames: Int { gaps.values.reduce(0, +) }

  var rms: Double {
    guard frames > 0 else { return 0 }
    return (energy / Double(frames * facts.channels)).squareRoot()
  }
}
