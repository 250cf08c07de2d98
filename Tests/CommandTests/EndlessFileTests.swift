import TestSupport
import Testing
import WavethumbBytes

/// Tests files on which a decoder computes forever.
@Suite struct `Files that keep a decoder looping` {
  @Test func `endless files come last, after a short first try`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", as: "z.wav")
    for number in 1...2 {
      // Other bytes in each, or the second would be known by the digest of the first.
      try library.write(EndlessFile.bytes(filledWith: UInt8(number)), to: "\(number).wav")
    }

    let run = try library.scan("--timeout 2 --jobs 1 --json")
    #expect(run.status == 3)

    // The sound recording is last by name and first by time: a short try of each endless file comes
    // before the rest of their timeout.
    let lines = run.lines.filter { $0.contains(#""event":"file""#) }
    #expect(lines.count == 3)

    let first = try #require(lines.first)
    #expect(first.contains(#""path":"z.wav","status":"ok""#), "\(run.text)")
    for line in lines.dropFirst() {
      #expect(line.contains(#""code":"timeout""#))
      #expect(line.contains(" in 2 s "))
    }

    #expect(!run.errorOutput.contains("before any sound"), "\(run.errorOutput)")

    // A remembered timeout costs the next run nothing.
    let again = try library.scan("--timeout 2 --jobs 1")
    #expect(again.status == 3)
    #expect(again.errorOutput.contains("1 unchanged, 2 failed"))
  }
}

/// A recording whose header libsndfile parses forever.
enum EndlessFile {
  /// Returns a WAV with an INFO chunk whose size leads libsndfile back to the same chunk, padded to
  /// more bytes than the files that it must not delay.
  static func bytes(filledWith byte: UInt8) -> [UInt8] {
    // The first 36 bytes end with the format; two heads of chunks follow instead of data.
    let head = StreamHeads.wav(dataSize: 8, bits: 8, channels: 1, sampleRate: 8000)
    let format = Array(head.prefix(36))
    // The loop over the parts of this chunk ends at its size.
    let list = Array("INFO".utf8) + StreamHeads.little(UInt32(0x7FFF_FFFF))
    // A size of -8 leads from behind the chunk's head back to its beginning.
    let chunk = Array("zzzz".utf8) + StreamHeads.little(Int32(-8))
    return format + list + chunk + [UInt8](repeating: byte, count: 300_000)
  }
}
