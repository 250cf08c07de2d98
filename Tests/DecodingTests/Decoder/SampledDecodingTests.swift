import Codecs
import TestSupport
import Testing
import Waveform
import WavethumbSystem

@testable import Decoding

@Suite struct `Decoding stretches of a long recording` {
  private func bars(_ file: borrowing Descriptor, maximumSamples: Int?) throws -> [Float] {
    var request = DecodeRequest()
    request.maximumSamples = maximumSamples
    let recording = try decodeInProcess(descriptor: file.number, request: request).get()
    // A recording that was read as a whole has a digest: without this, a test of sampling would succeed by
    // decoding everything.
    if maximumSamples != nil {
    }
    return recording.measurement.mix.bars(40, measure: .rms)
  }

  @Test func `sampling gives nearly the same bars`() throws {
    let tree = try TemporaryTree()
    try tree.write("a.wav", bytes: WaveFile.tone(frames: 480_000).bytes)
    let file = try tree.folder.open("a.wav")
    let whole = try bars(file, maximumSamples: nil)
    let sampled = try bars(file, maximumSamples: 48_000)
    // A tenth of the samples. Bars equal to the last bit would mean that all were decoded.
    #expect(sampled != whole)
    // The level rises by 0.016 from bar to bar (30,000 of 32,768 as RMS, in 40 steps), so that a stretch
    // two bars away from its place is noticed.
    for (bar, sampledBar) in zip(whole, sampled) {
      #expect(abs(bar - sampledBar) < 0.02)
    }
    // The same file and options give the same picture.
    #expect(try bars(file, maximumSamples: 48_000) == sampled)
  }

  @Test func `sampling uses the existing length, not the declared one`() throws {
    let tree = try TemporaryTree()
    // Half of the 13,791 bytes of the fixture; its header still declares all frames.
    let half = try Repository.folder("Fixtures/Audio").open("flac16.flac").read(6_900, "")
    try tree.write("a.flac", bytes: half)
    let file = try tree.folder.open("a.flac")
    let whole = try bars(file, maximumSamples: nil)
    let sampled = try bars(file, maximumSamples: 51_200)
    #expect(sampled != whole)
    // By the declared length, the second half of the bars would be silent.
    for (bar, sampledBar) in zip(whole, sampled) {
      #expect(bar > 0.2)
      // Wider than for the tone above, since a stretch has a few frames only.
      #expect(abs(bar - sampledBar) < 0.05)
    }
  }

  @Test(arguments: ["cbr.mp3", "vbr.mp3", "flac16.flac", "vorbis.ogg", "opus.opus", "pcm16.wav"])
  func `sampling works with every format`(name: String) throws {
    // Fewer frames than there are stretches, so that each has one; the shortest fixture has 4,410.
    let file = try Repository.folder("Fixtures/Audio").open(RawPath(name))
    let some = try bars(file, maximumSamples: 960)
    #expect(some.count == 40)
    #expect(some.contains { $0 > 0.01 })
  }

  @Test func `sampling decodes a slightly longer recording completely`() throws {
    let tree = try TemporaryTree()
    try tree.write("a.wav", bytes: WaveFile.tone(frames: 48_000).bytes)
    let file = try tree.folder.open("a.wav")
    var request = DecodeRequest()
    // Five sixths of it: stretches would save less than they cost.
    request.maximumSamples = 40_000
    let recording = try decodeInProcess(descriptor: file.number, request: request).get()
    #expect(recording.measurement.mix.frames == 48_000)
  }

  @Test func `sampling rejects the same files`() throws {
    let file = try Repository.folder("Fixtures/Audio").open("html.mp3")
    var request = DecodeRequest()
    let whole = decodeInProcess(descriptor: file.number, request: request)
    #expect(whole == .failure(.audio(.notAudio(what: "HTML"))))
    request.maximumSamples = 960
    #expect(decodeInProcess(descriptor: file.number, request: request) == whole)
  }
}
