import Codecs
import Testing

@testable import Decoding

@Suite struct DecodingPulseTests {
  @Test func `a trickle of frames is no progress`() {
    let pulse = DecodingProgress { _, _ in true }
    pulse.begin(sampleRate: 44_100, channels: 2)
    for _ in 0..<4000 { _ = pulse.decoded(1) }
    #expect(pulse.progress == 0)
    _ = pulse.decoded(410)
    #expect(pulse.progress == 1)
    pulse.read()
    #expect(pulse.progress == 2)
  }

  @Test func `a million samples are progress however short they sound`() {
    let pulse = DecodingProgress { _, _ in true }
    pulse.begin(sampleRate: 10_000_000, channels: 1024)
    _ = pulse.decoded(1 << 20)
    #expect(pulse.progress >= 1024)
  }

  @Test func `more samples than anything real makes of its bytes are refused`() throws {
    var limits = AudioLimits()
    limits.freeSamples = 1000
    limits.samplesPerByte = 10
    let pulse = DecodingProgress { _, _ in true }
    pulse.begin(sampleRate: 44_100, channels: 2)
    _ = pulse.decoded(550)
    try pulse.checkWork(limits, bytes: 10)
    _ = pulse.decoded(1)
    #expect(throws: DecodeFailure.audio(.tooMuchWork(samplesPerByte: 10))) {
      try pulse.checkWork(limits, bytes: 10)
    }
    // Eight channels at 655,350 Hz have less than a third of what comes for nothing.
    pulse.begin(sampleRate: 655_350, channels: 8)
    #expect(throws: DecodeFailure.audio(.tooMuchWork(samplesPerByte: 10))) {
      _ = pulse.decoded(50)
      try pulse.checkWork(limits, bytes: 10)
    }
    // A second time through the same file is no more of it.
    pulse.begin(sampleRate: 44_100, channels: 2)
    try pulse.checkWork(limits, bytes: 10)
  }
}
