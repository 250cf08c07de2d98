import Testing

@testable import Codecs

/// Tests parts of Ogg recordings, and files that must not be split.
struct AudioDivisionTests {
  @Test func `Vorbis approached at a frame equals decoding up to it`() throws {
    #expect(try Self.largestDifference(in: Self.pages("noise.ogg")) == 0)
  }

  // An Opus decoder predicts from earlier frames and converges on the way. 1e-5 is -100 dBFS, below
  // half a step of 16 bits.
  @Test func `Opus approached at a frame differs inaudibly`() throws {
    #expect(try Self.largestDifference(in: Self.pages("noise.opus")) <= 1e-5)
  }

  @Test(arguments: ["noise.ogg", "noise.opus"])
  func `a damaged or multiplexed Ogg file is not divided`(_ name: String) throws {
    let whole = Self.pages(name)
    #expect(try Self.isDivisible(whole))
    let starts = Self.pageStarts(whole)
    let middle = starts.count / 2
    var damaged = whole
    damaged[starts[middle] + 100] ^= 1
    let withoutPage = Array(whole[..<starts[middle]] + whole[starts[middle + 1]...])
    let withPageTwice = Array(whole[..<starts[middle]] + whole[starts[middle - 1]...])
    let chained = whole + whole
    let withByteBehind = whole + [0]
    let cut = Array(whole.dropLast(9))
    // The positions of pages are not to be trusted in any of these, and parts would not add up.
    for bytes in [damaged, withoutPage, withPageTwice, chained, withByteBehind, cut] {
      #expect(try !Self.isDivisible(bytes))
    }
  }

  @Test(arguments: ["vorbis.ogg", "opus.opus", "ima.wav", "mpeg2.mp3"])
  func `recordings that are short or depend on all earlier frames are not divided`(_ name: String)
    throws
  {
    #expect(try !Self.isDivisible(fixture(name)))
  }

  @Test(arguments: ["flac16.flac", "cbr.mp3", "pcm16.wav"])
  func `exactly seekable recordings are divisible`(_ name: String) throws {
    #expect(try Self.isDivisible(fixture(name)))
  }

  private static func pages(_ name: String) -> [UInt8] {
    bytes(ofFile: repositoryPath("Fixtures/Pages/\(name)"))
  }

  private static func isDivisible(_ bytes: [UInt8]) throws -> Bool {
    var stream = try AudioStream(source: ByteSource(bytes: bytes))
    return stream.isDivisible()
  }

  private static func pageStarts(_ bytes: [UInt8]) -> [Int] {
    bytes.indices.filter { bytes[$0] == 0x4F && bytes[$0...].starts(with: "OggS".utf8) }
  }

  /// Returns the largest difference between the full decode and decodes that start at 1/16 to
  /// 15/16.
  private static func largestDifference(in bytes: [UInt8]) throws -> Float {
    let whole = try Decoded(ByteSource(bytes: bytes))
    let samples = floats(whole.samples)
    var largest: Float = 0
    for point in 1..<16 {
      let frame = whole.frames * point / 16 + point
      var stream = try AudioStream(source: ByteSource(bytes: bytes))
      guard stream.approach(frame) else { return .infinity }
      var rest: [UInt8] = []
      _ = try stream.readAll { rest += $0 }
      let expected = samples[(frame * whole.facts.channels)...]
      let found = floats(rest)
      guard found.count == expected.count else { return .infinity }
      for (one, other) in zip(expected, found) {
        largest = max(largest, abs(one - other))
      }
    }
    return largest
  }

  private static func floats(_ bytes: [UInt8]) -> [Float] {
    unsafe bytes.withUnsafeBytes { unsafe Array($0.bindMemory(to: Float.self)) }
  }
}
