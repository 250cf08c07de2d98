import Testing

@testable import Codecs

/// Tests parts of Ogg recordings, and files that must not be split.
struct AudioDivisionTests {
  @Test func `Vorbis approached at a frame equals decoding up to it`() throws {
    let difference = try Self.largestDifference(in: longOgg("noise.ogg"))
    #expect(difference == 0)
  }

  // An Opus decoder predicts from earlier frames and converges on the way. 1e-5 is -100 dBFS, below
  // half a step of 16 bits.
  @Test func `Opus approached at a frame differs inaudibly`() throws {
    let difference = try Self.largestDifference(in: longOgg("noise.opus"))
    #expect(difference <= 1e-5)
  }

  @Test(arguments: ["noise.ogg", "noise.opus"])
  func `a damaged or multiplexed Ogg file is not divided`(_ name: String) throws {
    let whole = longOgg(name)
    #expect(try Self.isDivisible(whole))

    let pageStarts = Self.pageStarts(in: whole)
    let middle = pageStarts.count / 2
    var damaged = whole
    damaged[pageStarts[middle] + 100] ^= 1
    let beginning = whole[..<pageStarts[middle]]
    let withoutPage = Array(beginning + whole[pageStarts[middle + 1]...])
    let withPageTwice = Array(beginning + whole[pageStarts[middle - 1]...])
    let chained = whole + whole
    let withByteBehind = whole + [0]
    let cut = Array(whole.dropLast(9))
    // The positions of pages are not to be trusted in any of these, and parts would not add up.
    for bytes in [damaged, withoutPage, withPageTwice, chained, withByteBehind, cut] {
      #expect(try !Self.isDivisible(bytes))
    }
  }

  @Test(arguments: ["vorbis.ogg", "opus.opus", "ima.wav", "mpeg2.mp3"])
  func `recordings that are short or depend on all earlier frames are not divided`(
    _ name: String
  ) throws {
    #expect(try !Self.isDivisible(fixture(name)))
  }

  @Test(arguments: ["flac16.flac", "cbr.mp3", "pcm16.wav"])
  func `exactly seekable recordings are divisible`(_ name: String) throws {
    #expect(try Self.isDivisible(fixture(name)))
  }

  private static func isDivisible(_ bytes: [UInt8]) throws -> Bool {
    var stream = try AudioStream(source: ByteSource(bytes: bytes))
    return stream.isDivisible()
  }

  private static func pageStarts(in bytes: [UInt8]) -> [Int] {
    bytes.indices.filter { bytes[$0...].starts(with: "OggS".utf8) }
  }

  /// Returns the largest difference between the full decode and decodes that start at 1/16 to
  /// 15/16.
  private static func largestDifference(in bytes: [UInt8]) throws -> Float {
    let whole = try Decoded(bytes)
    let samples = floats(whole.samples)
    var largest: Float = 0
    for point in 1..<16 {
      // Amid a packet.
      let frame = whole.frames * point / 16 + point
      var stream = try AudioStream(source: ByteSource(bytes: bytes))
      guard stream.seekWithPreroll(frame) else { return .infinity }
      var rest: [UInt8] = []
      _ = try stream.readAll { rest += $0 }
      let expected = samples[(frame * whole.facts.channels)...]
      let approached = floats(rest)
      guard approached.count == expected.count else { return .infinity }
      for (one, other) in zip(expected, approached) {
        largest = max(largest, abs(one - other))
      }
    }
    return largest
  }
}
