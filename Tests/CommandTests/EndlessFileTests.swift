import Testing
import WavethumbBytes

/// Tests files on which a decoder computes forever.
@Suite struct `Files that keep a decoder looping` {
  @Test func `endless files come last, after a short first try`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", as: "z.wav")
    for number in 1...2 {
      try library.write(EndlessFile.bytes(UInt8(number)), to: "\(number).wav")
    }

    let run = try library.scan("--timeout 2 --jobs 1 --json")
    #expect(run.status == 3)

    // The sound recording is last by name and first by time: a short try of each endless file comes
    // before the rest of their timeout.
    let lines = run.lines.filter { $0.contains(#""event":"file""#) }
    #expect(lines.count == 3)

    let isSoundFirst = lines.first?.contains(#""path":"z.wav","status":"ok""#) ?? false
    #expect(isSoundFirst, "\(run.text)")
    for line in lines.dropFirst() {
      #expect(line.contains(#""code":"timeout""#), "\(line)")
      #expect(line.contains(" in 2 s "), "\(line)")
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
  static func bytes(_ number: UInt8) -> [UInt8] {
    func little(_ value: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    // 8-bit PCM, mono at 8 kHz.
    var body = Array("WAVEfmt ".utf8) + little(16) + [1, 0, 1, 0] + little(8000) + little(8000)
    body += [1, 0, 8, 0]
    // A size of -8 leads from behind the chunk's head back to its beginning.
    body += Array("INFO".utf8) + little(0x7FFF_FFFF)
    body += Array("zzzz".utf8) + little(0xFFFF_FFF8)
    let head = Array("RIFF".utf8) + little(UInt32(body.count)) + body
    return head + [UInt8](repeating: number, count: 300_000)
  }
}
