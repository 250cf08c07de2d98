import Testing
import WavethumbBytes

@testable import Codecs

private let noise = bytes(ofFile: repositoryPath("Fixtures/Pages/noise.ogg"))

@Test(arguments: ["vorbis.ogg", "opus.opus"])
func `streams of Ogg behind each other are decoded one after the other`(_ name: String) throws {
  let one = try Decoded(name)
  let found = try decoded(fixture(name) + fixture(name) + fixture(name))
  #expect(found.samples == one.samples + one.samples + one.samples)
  #expect(found.ending == AudioEnding())
  #expect(found.gaps.isEmpty)
}

@Test func `a stream of Ogg with other channels and another rate keeps its length and loudness`()
  throws
{
  let first = try decoded(noise)
  let second = try Decoded("opus.opus")
  try #require(first.facts.sampleRate != second.facts.sampleRate)

  let found = try decoded(noise + fixture("opus.opus"))
  let scale = Double(first.facts.sampleRate) / Double(second.facts.sampleRate)
  let resampledFrames = Int((Double(second.frames) * scale).rounded())
  #expect(found.frames - first.frames == resampledFrames)
  #expect(found.samples.starts(with: first.samples))

  // Energy is a sum over samples, of which there are more at a higher rate and in more channels.
  let ratio = Double(first.facts.channels) / Double(second.facts.channels)
  let expectedEnergy = second.energy * scale * ratio
  let louder = (found.energy - first.energy) / expectedEnergy
  // The mean of two channels that have nothing in common has half of their energy.
  #expect((0.45...1.05).contains(louder))
  #expect(found.gaps.isEmpty)
}

@Test func `damage in a stream of Ogg keeps the place of the next one`() throws {
  let first = try decoded(noise)
  let second = try Decoded("vorbis.ogg")
  var damaged = noise
  damaged[damaged.count / 2] ^= 1
  let found = try decoded(damaged + fixture("vorbis.ogg"))
  #expect(found.gaps.count == 1)
  #expect(found.ending == AudioEnding())
  let scale = Double(first.facts.sampleRate) / Double(second.facts.sampleRate)
  #expect(found.frames == first.frames + Int((Double(second.frames) * scale).rounded()))
}

@Test func `a stream of Ogg that cannot be opened is reported as missing`() throws {
  let whole = try decoded(noise)
  // Only the first page of the stream is left, which begins its head.
  let vorbis = fixture("vorbis.ogg")
  let broken = vorbis.prefix(60) + [UInt8](repeating: 0, count: vorbis.count - 60)
  let found = try decoded(noise + broken + noise)
  #expect(found.frames == 2 * whole.frames)
  #expect(found.ending.isCut)
}

/// Links of Opus for a chain.
private enum OpusLink {
  static let head = Array("OpusHead".utf8) + [1, 1, 0, 0, 0x80, 0xBB, 0, 0, 0, 0, 0]
  static let tags = Array("OpusTags".utf8) + [0, 0, 0, 0, 0, 0, 0, 0]
  /// A packet of 20 ms.
  static let packet = [0xF8] + [UInt8](repeating: 0, count: 20)
  static let samples: UInt64 = 960

  /// A link of one page of sound.
  static func good(_ serial: UInt32) -> [UInt8] {
    let headPage = page(head, serial: serial, number: 0, flags: 2)
    let tagPage = page(tags, serial: serial, number: 1)
    let soundPage = page(packet, serial: serial, number: 2, flags: 4, position: samples)
    return headPage + tagPage + soundPage
  }

  /// A link of a head alone.
  static func headAlone(_ serial: UInt32) -> [UInt8] {
    page(head, serial: serial, number: 0, flags: 2)
  }

  /// A link that can be opened, and has no sound.
  static func silent(_ serial: UInt32) -> [UInt8] {
    headAlone(serial) + page(tags, serial: serial, number: 1, flags: 4)
  }

  /// A link with a wrong page number, whose end is not declared.
  static func damaged(_ serial: UInt32) -> [UInt8] {
    let beginning = headAlone(serial) + page(tags, serial: serial, number: 1)
    return beginning + page(packet, serial: serial, number: 5, position: samples)
  }

  /// Returns a page with one packet; flag 2 marks the first page of a stream, and 4 the last.
  private static func page(
    _ packet: [UInt8],
    serial: UInt32,
    number: UInt32,
    flags: UInt8 = 0,
    position: UInt64 = 0
  ) -> [UInt8] {
    var page = Array("OggS".utf8) + [0, flags]
    page += position.bigEndianBytes.reversed()
    page += serial.bigEndianBytes.reversed()
    page += number.bigEndianBytes.reversed()
    // Room for the checksum, and one segment.
    page += [0, 0, 0, 0, 1, UInt8(packet.count)]
    page += packet
    page.replaceSubrange(22..<26, with: OggPage.checksum(of: page))
    return page
  }
}

/// Returns a chain of good links, each with one of another kind behind it.
private func chain(
  _ count: Int,
  with other: (UInt32) -> [UInt8],
  times: Int = 1,
  junk: [UInt8] = []
) -> [UInt8] {
  var bytes = [UInt8]()
  var serial = UInt32(0)
  for _ in 0..<count {
    bytes += OpusLink.good(serial)
    serial += 1
    for _ in 0..<times {
      bytes += other(serial)
      serial += 1
    }
    bytes += junk
  }
  return bytes
}

@Test(arguments: [0, 1, 2, 3, 4])
func `the search for the links of a chain is linear in the file`(kind: Int) throws {
  func looks(_ count: Int) throws -> (bytes: Int, frames: Int, size: Int) {
    let bytes =
      switch kind {
      case 0: chain(count, with: OpusLink.headAlone)
      case 1: chain(count, with: OpusLink.silent)
      case 2: chain(count, with: OpusLink.damaged)
      case 3: chain(count, with: OpusLink.headAlone, junk: [1])
      default: chain(count / 4, with: OpusLink.headAlone, times: 15, junk: [1])
      }
    let source = ByteSource(bytes: bytes)
    let found = try Decoded(source)
    return (source.bytesLookedAt, found.frames, bytes.count)
  }
  // A search that starts over at each link looks at 64 times as many bytes for 8 times the links.
  let few = try looks(40)

  let many = try looks(320)
  // Eight times as many links take eight times as much, and a little less for what is done once.
  #expect(many.bytes <= few.bytes * 17 / 2, "\(few) \(many)")
  #expect(many.frames == few.frames * 8)
  // A guess: a link of three pages is some 150 bytes, and its search reads blocks of 4 KiB and more.
  #expect(many.bytes < 200 * many.size)
}

@Test func `a chain ends behind some links without sound`() throws {
  let one = try decoded(OpusLink.good(1))
  let sparse = OpusLink.good(1) + (2..<17).flatMap(OpusLink.silent) + OpusLink.good(99)
  #expect(try decoded(sparse).frames == 2 * one.frames)

  // Each link without sound costs the opening of a decoder; two hundred are an attack.
  let empty = OpusLink.good(1) + (2..<200).flatMap(OpusLink.silent) + OpusLink.good(999)
  let found = try decoded(empty)
  #expect(found.frames == one.frames)
  #expect(found.ending.isCut)
}
