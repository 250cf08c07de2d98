import Bytes
import Testing

@testable import Codecs

private let noise = bytes(ofFile: repositoryPath("Fixtures/Pages/noise.ogg"))

@Test(arguments: ["vorbis.ogg", "opus.opus"])
func `streams of Ogg behind each other are decoded one after the other`(_ name: String) throws {
  let one = try Decoded(name)
  let found = try decoded(fixture(name) + fixture(name) + fixture(name))
  #expect(found.samples == one.samples + one.samples + one.samples)
  #expect(found.ending == AudioEnding() && found.gaps.isEmpty)
}

@Test func `a stream of Ogg with other channels and another rate keeps its length and loudness`()
  throws
{
  let (first, second) = (try decoded(noise), try Decoded("opus.opus"))
  try #require(first.facts.sampleRate != second.facts.sampleRate)
  let found = try decoded(noise + fixture("opus.opus"))
  let scale = Double(first.facts.sampleRate) / Double(second.facts.sampleRate)
  #expect(found.frames - first.frames == Int((Double(second.frames) * scale).rounded()))
  #expect(found.samples.starts(with: first.samples))
  let ratio = Double(first.facts.channels) / Double(second.facts.channels)
  let louder = (found.energy - first.energy) / (second.energy * scale * ratio)
  // The mean of two channels that have nothing in common has half of their energy.
  #expect((0.45...1.05).contains(louder))
  #expect(found.gaps.isEmpty)
}

@Test func `damage in a stream of Ogg keeps the place of the next one`() throws {
  let (first, second) = (try decoded(noise), try Decoded("vorbis.ogg"))
  var damaged = noise
  damaged[damaged.count / 2] ^= 1
  let found = try decoded(damaged + fixture("vorbis.ogg"))
  #expect(found.gaps.count == 1 && found.ending == AudioEnding())
  let scale = Double(first.facts.sampleRate) / Double(second.facts.sampleRate)
  #expect(found.frames == first.frames + Int((Double(second.frames) * scale).rounded()))
}

@Test func `a stream of Ogg that cannot be opened is reported as missing`() throws {
  let whole = try decoded(noise)
  var broken = fixture("vorbis.ogg")
  broken.replaceSubrange(60..<broken.count, with: [UInt8](repeating: 0, count: broken.count - 60))
  let found = try decoded(noise + broken + noise)
  #expect(found.frames == 2 * whole.frames)
  #expect(found.ending.isCut)
}
