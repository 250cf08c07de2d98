import TestSupport
import Testing

@testable import WavethumbBatch

/// Tests libraries so large that outputs are checked before the crawl ends.
struct LargeLibraryTests {
  // Just enough for the check, which smaller libraries do without.
  private static let count = OutputPrecheck.minimumRecordings + 20

  @Test func `one change among many recordings is found, and nothing else is drawn`() throws {
    let library = try TemporaryLibrary()
    for number in 0..<Self.count {
      try library.write(Self.recording(number), to: Self.name(number))
    }
    // Recently modified files would be read again.
    library.shell("find library -name '*.wav' -exec touch -d '1 hour ago' {} +")
    _ = try library.scan()
    #expect(try library.scan().errorOutput.hasPrefix("\(Self.count) unchanged"))

    for (index, edit) in Self.edits.enumerated() {
      library.shell(Self.changeFirstSample + edit)
      // The last edit adds a recording; all others change one.
      let isLast = index == Self.edits.count - 1
      let unchanged = isLast ? Self.count : Self.count - 1
      let report = try library.scan().errorOutput
      #expect(report.contains("1 drawn, \(unchanged) unchanged"), "\(index): \(report)")
    }

    _ = try library.scan("--output {}/again --no-cache")
    #expect(library.shell("diff -r -x .lock library/.wavethumb again") == "")
  }

  // The first sample is behind a header of 44 bytes.
  private static let changeFirstSample = """
    change() { printf '\\021\\042' | dd of=$1 bs=1 seek=44 conv=notrunc 2>/dev/null; }

    """

  /// Shell scripts that change one recording or one picture each.
  private static let edits = [
    // Other content, and other content with the old times.
    "change library/\(name(7))",
    """
    touch -r library/\(name(9)) time
    change library/\(name(9))
    touch -r time library/\(name(9))
    """,
    "rm library/.wavethumb/\(name(400)).mirroredBars.png",
    ": > library/.wavethumb/\(name(401)).mirroredBars.png",
    "cp library/\(name(3)) library/\(name(count))",
  ]

  private static func name(_ number: Int) -> String { "\(1000 + number).wav" }

  /// Returns a WAV of one frame in stereo, different for each number.
  private static func recording(_ number: Int) -> [UInt8] {
    let left = StreamHeads.little(UInt16(number + 256))
    return StreamHeads.wav(dataSize: 4) + left + left.reversed()
  }
}
