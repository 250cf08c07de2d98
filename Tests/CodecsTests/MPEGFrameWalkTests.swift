import Testing
import WavethumbBytes

@testable import Codecs

/// Tests MPEG seeks by a walk over frame headers, past libmpg123's own limit and across blocks.
struct MPEGFrameWalkTests {
  /// Frames of different lengths, over two blocks of them.
  private static let frames = frames(of: "vbr.mp3", bytes: 1_200_000)
  /// Frames with bytes between them that are no frame.
  // A tag does not count as damage: frames after damage are lost, which forbids splitting.
  private static let framesAroundTag = frames + tag + frames
  private static let tag = ID3Bytes.tag(frames: [UInt8](repeating: 0x55, count: 5 * 128))

  @Test(arguments: [false, true])
  func `an MPEG seek gives the bits of decoding up to it`(hasTag: Bool) throws {
    let bytes = hasTag ? Self.framesAroundTag : Self.frames
    let whole = try Decoded(bytes)
    for eighth in [1, 3, 5, 7] {
      // Amid a frame of MPEG, whatever the length.
      let frame = whole.frames * eighth / 8 + eighth
      var stream = try AudioStream(source: ByteSource(bytes: bytes))
      guard stream.seekWithPreroll(frame) else { throw FailedSeek() }
      let isSame = try Self.rest(of: &stream) == whole.samples(fromFrame: frame)
      #expect(isSame, "from \(frame)")
    }
  }

  @Test func `an MPEG seek in mono gives the bits of decoding up to it`() throws {
    let bytes = Self.frames(of: "mono.mp3", bytes: 60_000)
    let whole = try Decoded(bytes)
    #expect(whole.facts.channels == 1)
    for mpegFrame in 100...109 {
      let frame = mpegFrame * 1152 + mpegFrame
      var stream = try AudioStream(source: ByteSource(bytes: bytes))
      guard stream.seek(toFrame: frame) else { throw FailedSeek() }
      let isSame = try Self.rest(of: &stream) == whole.samples(fromFrame: frame)
      #expect(isSame, "from \(frame)")
    }
  }

  @Test func `an MPEG seek in mono layer II is rejected`() throws {
    var bytes = Self.frames(of: "layer2.mp2", bytes: 20_000)
    var offset = 0
    let mono: UInt8 = 0xC0
    while let length = MPEGFrameHeader(bytes, at: offset)?.length {
      // The upper two bits are the channel mode.
      bytes[offset + 3] |= mono
      offset += length
    }
    var stream = try AudioStream(source: ByteSource(bytes: bytes))
    #expect(stream.facts.channels == 1)

    let exists = stream.seek(toFrame: 1152)
    #expect(!exists)
  }

  // Each part of a long MP3 is decoded by another worker: it is counted once, and told to all of them.
  @Test func `a counted length is not counted again, with the same result`() throws {
    let bytes = Self.frames + Self.frames
    var blocksRead = 0
    let source = ByteSource(bytes: bytes) { blocksRead += 1 }
    let length = try AudioStream(source: source).exactLength ?? 0
    let blockCount = (bytes.count + ByteSource.blockSize - 1) / ByteSource.blockSize
    #expect(blocksRead == blockCount)

    blocksRead = 0
    let again = ByteSource(bytes: bytes) { blocksRead += 1 }
    var stream = try AudioStream(source: again, counted: length)
    // The first block, and the last one for its tags.
    #expect(blocksRead == 2)
    let lengthAgain = stream.exactLength
    #expect(lengthAgain == length)

    let whole = try Decoded(bytes)
    let frame = length * 7 / 8
    guard stream.seekWithPreroll(frame) else { throw FailedSeek() }
    let isSame = try Self.rest(of: &stream) == whole.samples(fromFrame: frame)
    #expect(isSame)
  }

  @Test func `the walk finds the frames that the library counts`() throws {
    let source = ByteSource(bytes: Self.frames)
    let first = try #require(MPEGSearch(source: source).first(from: 0, within: 9000))
    let start = CodedFrame(number: 0, offset: first.offset)
    var walk = try #require(MPEGFrameWalk(source, from: start, as: first.header))
    walk.advance(to: 1000, in: source)
    #expect(walk.frame.number == 1000)
    walk.advance(to: .max, in: source)
    #expect(walk.frame.offset == Self.frames.count)

    let stream = try AudioStream(source: ByteSource(bytes: Self.frames))
    let length = stream.exactLength
    #expect(walk.frame.number * first.header.samples == length)
  }

  private struct FailedSeek: Error {}

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
      let length = first.header.length
    else { return [] }
    let second = CodedFrame(number: 0, offset: first.offset + length)
    guard var walk = MPEGFrameWalk(source, from: second, as: first.header) else { return [] }
    walk.advance(to: .max, in: source)
    let frames = bytes[second.offset..<walk.frame.offset]
    var all: [UInt8] = []
    while all.count < count {
      all += frames
    }
    return all
  }
}
