import Testing
import WavethumbBytes

@testable import Codecs

/// Tests MPEG seeks by a walk over frame headers, past libmpg123's own limit and across blocks.
struct MPEGFrameWalkTests {
  /// Frames of different lengths, over two blocks of them; `strange` has bytes that are no frame.
  private static let long = frames(of: "vbr.mp3", bytes: 1_200_000)
  private static let strange = long + tag + long
  /// A tag does not count as damage: frames after damage are lost, which forbids splitting.
  private static let tag =
    Array("ID3".utf8) + [4, 0, 0, 0, 0, 5, 0] + [UInt8](repeating: 0x55, count: 5 * 128)

  @Test(arguments: [false, true])
  func `an MPEG seek gives the bits of decoding up to it`(hasStrangeBytes: Bool) throws {
    let bytes = hasStrangeBytes ? Self.strange : Self.long
    let whole = try Decoded(ByteSource(bytes: bytes))
    let width = whole.facts.channels * whole.format.bytesPerSample
    for eighth in [1, 3, 5, 7] {
      // Amid a frame of MPEG, whatever the length.
      let frame = whole.frames * eighth / 8 + eighth
      var stream = try AudioStream(source: ByteSource(bytes: bytes))
      guard stream.approach(frame) else { throw NotThere() }
      let expected = Array(whole.samples[(frame * width)...])
      #expect(try Self.rest(of: &stream) == expected, "from \(frame)")
    }
  }

  @Test func `an MPEG seek in mono gives the bits of decoding up to it`() throws {
    let bytes = Self.frames(of: "mono.mp3", bytes: 60_000)
    let whole = try Decoded(ByteSource(bytes: bytes))
    #expect(whole.facts.channels == 1)
    for frame in 100...109 {
      let sample = frame * 1152 + frame
      var stream = try AudioStream(source: ByteSource(bytes: bytes))
      guard stream.seek(toFrame: sample) else { throw NotThere() }
      let expected = Array(whole.samples[(sample * whole.format.bytesPerSample)...])
      #expect(try Self.rest(of: &stream) == expected, "from \(frame)")
    }
  }

  @Test func `an MPEG seek in mono layer II is rejected`() throws {
    var bytes = Self.frames(of: "layer2.mp2", bytes: 20_000)
    var offset = 0
    while let header = MPEGFrameHeader(Array(bytes[offset...].prefix(4))),
      let length = header.length
    {
      // The upper two bits are the channel mode; both set are mono.
      bytes[offset + 3] |= 0xC0
      offset += length
    }
    var stream = try AudioStream(source: ByteSource(bytes: bytes))
    #expect(stream.facts.channels == 1)

    let isThere = stream.seek(toFrame: 1152)
    #expect(!isThere)
  }

  @Test func `a counted length is not counted again, with the same result`() throws {
    let bytes = Self.long + Self.long
    var blocksRead = 0
    let source = ByteSource(bytes: bytes) { _, _ in blocksRead += 1 }
    let length = try AudioStream(source: source).exactLength ?? 0
    let blocks = (bytes.count + ByteSource.blockSize - 1) / ByteSource.blockSize
    #expect(blocksRead == blocks)

    blocksRead = 0
    let again = ByteSource(bytes: bytes) { _, _ in blocksRead += 1 }
    var stream = try AudioStream(source: again, counted: length)
    // The first block, and the last one for its tags.
    #expect(blocksRead == 2)

    do {
      let counted = stream.exactLength
      #expect(counted == length)
    }

    let decoded = try Decoded(ByteSource(bytes: bytes))
    let frame = length * 7 / 8
    guard stream.approach(frame) else { throw NotThere() }
    let width = decoded.facts.channels * decoded.format.bytesPerSample
    #expect(try Self.rest(of: &stream) == Array(decoded.samples[(frame * width)...]))
  }

  @Test func `the walk finds the frames that the library counts`() throws {
    let source = ByteSource(bytes: Self.long)
    let found = try #require(MPEGSearch(source: source).first(from: 0, within: 9000))
    let begin = CodedFrame(number: 0, offset: found.offset)
    var walk = try #require(MPEGFrameWalk(source, from: begin, as: found.header))
    walk.advance(to: 1000, in: source)
    #expect(walk.frame.number == 1000)
    walk.advance(to: .max, in: source)
    #expect(walk.frame.offset == Self.long.count)
    let stream = try AudioStream(source: ByteSource(bytes: Self.long))
    let frames = stream.exactLength
    #expect(walk.frame.number * found.header.samples == frames)
  }

  private struct NotThere: Error {}

  private static func rest(of stream: inout AudioStream) throws -> [UInt8] {
    var rest: [UInt8] = []
    _ = try stream.readAll { rest += $0 }
    return rest
  }

  /// Returns the frames of a fixture over and over, without the first, which may be a Xing header.
  private static func frames(of name: String, bytes count: Int) -> [UInt8] {
    let bytes = fixture(name)
    let source = ByteSource(bytes: bytes)
    guard let first = MPEGSearch(source: source).first(from: 0, within: bytes.count),
      let length = first.header.length,
      var walk = MPEGFrameWalk(
        source,
        from: CodedFrame(number: 0, offset: first.offset + length),
        as: first.header
      )
    else { return [] }
    walk.advance(to: .max, in: source)
    let frames = Array(bytes[(first.offset + length)..<walk.frame.offset])
    var all: [UInt8] = []
    while all.count < count {
      all += frames
    }
    return all
  }
}
