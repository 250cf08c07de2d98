import Testing

@testable import WavethumbBatch

/// Tests libraries so large that outputs are checked before the crawl ends.
struct LargeLibraryTests {
  // Just enough for the check, which smaller libraries do without.
  private static let count = OutputPrecheck.minimumRecordings + 20

  @Test func `one change among many recordings is found, and nothing else is drawn`() throws {
    let library = try TemporaryLibrary()
    for number in 0..<Self.count {
      try library.write(Self.wav(number), to: Self.name(number))
    }
    let root = library.root
    // Recently modified files would be read again.
    library.shell("find library -name '*.wav' -exec touch -d '1 hour ago' {} +")
    _ = try library.scan()
    #expect(try library.scan().errorOutput.hasPrefix("\(Self.count) unchanged"))

    // Two bytes at 44 are the first sample.
    let edits = [
      // Different content, then different content with the old times.
      "printf '\\021\\042' | dd of='\(library.library)/\(Self.name(7))' bs=1 seek=44 conv=notrunc",
      """
      touch -r '\(library.library)/\(Self.name(9))' '\(root)/kept'
      printf '\\021\\042' | dd of='\(library.library)/\(Self.name(9))' bs=1 seek=44 conv=notrunc
      touch -r '\(root)/kept' '\(library.library)/\(Self.name(9))'
      """,
      "rm '\(library.output)/\(Self.name(400)).mirroredBars.png'",
      ": >'\(library.output)/\(Self.name(401)).mirroredBars.png'",
      "cp '\(library.library)/\(Self.name(3))' '\(library.library)/\(Self.name(Self.count))'",
    ]
    for (index, edit) in edits.enumerated() {
      Shell.output("{ \(edit); } 2>/dev/null")
      // The last edit adds a recording; all others change one.
      let unchanged = index == edits.count - 1 ? Self.count : Self.count - 1
      let report = try library.scan().errorOutput
      #expect(report.contains("1 drawn, \(unchanged) unchanged"), "\(index): \(report)")
    }

    _ = try library.scan("--output {}/again --no-cache")
    #expect(library.shell("diff -r -x .lock library/.wavethumb again") == "")
  }

  private static func name(_ number: Int) -> String { "\(1000 + number).wav" }

  /// Returns a WAV of one frame, different for each number.
  private static func wav(_ number: Int) -> [UInt8] {
    let low = UInt8(number & 255)
    let high = UInt8(1 + number >> 8)
    var file = Array("RIFF".utf8) + [40, 0, 0, 0]
    // 16 bytes of format: PCM in stereo at 44,100 Hz, 176,400 bytes a second, 4 a frame, 16 bits.
    file += Array("WAVEfmt ".utf8) + [16, 0, 0, 0]
    file += [1, 0, 2, 0, 0x44, 0xAC, 0, 0, 0x10, 0xB1, 2, 0, 4, 0, 16, 0]
    file += Array("data".utf8) + [4, 0, 0, 0]
    return file + [low, high, high, low]
  }
}
