import Testing
import WavethumbBytes

@testable import Codecs

private let noise = longOgg("noise.ogg")

@Test(arguments: ["vorbis.ogg", "opus.opus"])
func `streams of Ogg behind each other are decoded one after the other`(_ name: String) throws {
  let one = try Decoded(fixture: name)
  let link = fixture(name)
  let chain = try Decoded(link + link + link)
  let isRepeated = chain.samples == one.samples + one.samples + one.samples
  #expect(isRepeated)
  #expect(chain.ending == AudioEnding())
  #expect(chain.gaps.isEmpty)
}

/// Returns the frames of a recording at the rate of the first stream of a chain.
private func resampledFrames(of next: Decoded, after first: Decoded) -> Int {
  let scale = Double(first.facts.sampleRate) / Double(next.facts.sampleRate)
  return Int((Double(next.frames) * scale).rounded())
}

@Test
func `a stream of Ogg with other channels and another rate keeps its length and loudness`() throws {
  let first = try Decoded(noise)
  let second = try Decoded(fixture: "opus.opus")
  try #require(first.facts.sampleRate != second.facts.sampleRate)

  let chain = try Decoded(noise + fixture("opus.opus"))
  #expect(chain.frames == first.frames + resampledFrames(of: second, after: first))
  #expect(chain.samples.starts(with: first.samples))
  #expect(chain.gaps.isEmpty)

  // Energy is a sum over samples, of which there are more at a higher rate and in more channels.
  let rateRatio = Double(first.facts.sampleRate) / Double(second.facts.sampleRate)
  let channelRatio = Double(first.facts.channels) / Double(second.facts.channels)
  let expectedEnergy = second.energy * rateRatio * channelRatio
  let share = (chain.energy - first.energy) / expectedEnergy
  // The mean of two channels that have nothing in common has half of their energy.
  #expect((0.45...1.05).contains(share))
}

@Test func `damage in a stream of Ogg keeps the place of the next one`() throws {
  let first = try Decoded(noise)
  let second = try Decoded(fixture: "vorbis.ogg")
  var damaged = noise
  damaged[damaged.count / 2] ^= 1
  let chain = try Decoded(damaged + fixture("vorbis.ogg"))
  #expect(chain.gaps.count == 1)
  #expect(chain.ending == AudioEnding())
  #expect(chain.frames == first.frames + resampledFrames(of: second, after: first))
}

@Test func `a stream of Ogg that cannot be opened is reported as missing`() throws {
  let whole = try Decoded(noise)
  // Only the first page of the stream is left, which begins its head.
  let vorbis = fixture("vorbis.ogg")
  let broken = vorbis.prefix(60) + zeros(vorbis.count - 60)
  let chain = try Decoded(noise + broken + noise)
  #expect(chain.frames == 2 * whole.frames)
  #expect(chain.ending.isCut)
}

/// Links of Opus for a chain.
private enum OpusLink {
  private static let head = fields(
    Array("OpusHead".utf8),
    [1, 1],  // version and channels
    littleEndian(0, bytes: 2),  // samples to skip
    littleEndian(48_000),
    zeros(3)  // gain and mapping
  )
  private static let tags = fields(
    Array("OpusTags".utf8),
    littleEndian(0),  // the length of the vendor
    littleEndian(0)  // comments
  )
  /// A packet of 20 ms in one channel.
  private static let packet = [0xF8] + zeros(20)
  private static let samplesPerPacket = 960

  private static func headPage(_ serial: Int) -> [UInt8] {
    OggBytes.page(head, serial: serial, number: 0, flags: OggBytes.firstOfStream)
  }

  /// A link of one page of sound.
  static func good(_ serial: Int) -> [UInt8] {
    let tagPage = OggBytes.page(tags, serial: serial, number: 1)
    let soundPage = OggBytes.page(
      packet,
      serial: serial,
      number: 2,
      flags: OggBytes.lastOfStream,
      position: samplesPerPacket
    )
    return headPage(serial) + tagPage + soundPage
  }

  /// A link of a head alone.
  static func headAlone(_ serial: Int) -> [UInt8] {
    headPage(serial)
  }

  /// A link that can be opened, and has no sound.
  static func silent(_ serial: Int) -> [UInt8] {
    let tagPage = OggBytes.page(tags, serial: serial, number: 1, flags: OggBytes.lastOfStream)
    return headPage(serial) + tagPage
  }

  /// A link with a wrong page number, whose end is not declared.
  static func damaged(_ serial: Int) -> [UInt8] {
    let tagPage = OggBytes.page(tags, serial: serial, number: 1)
    let soundPage = OggBytes.page(
      packet,
      serial: serial,
      number: 5,
      position: samplesPerPacket
    )
    return headPage(serial) + tagPage + soundPage
  }
}

/// A chain of good links, each with some of another kind behind it.
private struct HostileChain: Sendable, CustomTestStringConvertible {
  var name: String
  var other: @Sendable (_ serial: Int) -> [UInt8]
  /// The number of other links behind a good one.
  var others = 1
  /// Bytes behind them that are no page.
  var junk: [UInt8] = []
  /// The good links of the shorter chain.
  var goodLinks = 40

  var testDescription: String { name }

  func bytes(goodLinks: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var serial = 0
    for _ in 0..<goodLinks {
      bytes += OpusLink.good(serial)
      serial += 1
      for _ in 0..<others {
        bytes += other(serial)
        serial += 1
      }
      bytes += junk
    }
    return bytes
  }

  static let all = [
    HostileChain(name: "heads", other: OpusLink.headAlone),
    HostileChain(name: "links without sound", other: OpusLink.silent),
    HostileChain(name: "damaged links", other: OpusLink.damaged),
    HostileChain(name: "heads and junk", other: OpusLink.headAlone, junk: [1]),
    HostileChain(
      name: "many heads",
      other: OpusLink.headAlone,
      others: 15,
      junk: [1],
      goodLinks: 10
    ),
  ]
}

// A search that starts over at each link looks at 64 times as many bytes for 8 times the links.
@Test(arguments: HostileChain.all)
private func `the search for the links of a chain is linear in the file`(
  chain: HostileChain
) throws {
  func decoded(goodLinks: Int) throws -> (frames: Int, source: ByteSource) {
    let source = ByteSource(bytes: chain.bytes(goodLinks: goodLinks))
    let decoded = try Decoded(source)
    return (decoded.frames, source)
  }
  let few = try decoded(goodLinks: chain.goodLinks)
  let many = try decoded(goodLinks: 8 * chain.goodLinks)
  #expect(many.frames == 8 * few.frames)
  // Eight times as many links take eight times as much, and a little less for what is done once.
  let looksAtFew = few.source.bytesLookedAt
  let looksAtMany = many.source.bytesLookedAt
  #expect(looksAtMany <= looksAtFew * 17 / 2)
  // A link of three pages is some 150 bytes, and its search reads blocks of 4 KiB and more.
  #expect(looksAtMany < 200 * many.source.size)
}

// Each link without sound costs the opening of a decoder; two hundred are an attack.
@Test func `a chain ends behind some links without sound`() throws {
  func decoded(silentLinks: Int) throws -> Decoded {
    let silence = (0..<silentLinks).flatMap { OpusLink.silent(2 + $0) }
    return try Decoded(OpusLink.good(1) + silence + OpusLink.good(999))
  }
  let one = try Decoded(OpusLink.good(1))
  let sparse = try decoded(silentLinks: 15)
  #expect(sparse.frames == 2 * one.frames)

  let attack = try decoded(silentLinks: 198)
  #expect(attack.frames == one.frames)
  #expect(attack.ending.isCut)
}
