import TestSupport
import Testing
import WavethumbBytes

/// The cache keeps the results of measures beside each other.
@Suite struct `Measures in the cache` {
  /// Compressed recordings, and one whose digest its worker reports.
  private func library() throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3", "flac16.flac")
    try library.write(WaveFile.tone(frames: 24_000, channels: 2).bytes, to: "tone.wav")
    return library
  }

  /// Scans a library, and returns how many recordings were decoded.
  private func decodes(of library: TemporaryLibrary, options: String) throws -> Int {
    let run = try library.scan("\(options) --json")
    let last = try #require(run.lines.last, "\(run.errorOutput)")
    return try #require(try JSONValue(Array(last.utf8))["decoded"]?.int, "\(last)")
  }

  // Two measures each, or one with other parameters.
  @Test(arguments: [
    ("--analyze", "--color-by pitch"),
    ("--style bars", "--channels split"),
    ("--channels split", "--analyze"),
    ("--style spectrogram", "--analyze"),
    ("--style spectrogram --size 200x50", "--style spectrogram --size 300x50"),
    ("--analyze", "--analyze --silence -30:1"),
  ])
  func `asking for one, another, and the first again decodes twice`(
    one: String,
    another: String
  ) throws {
    // In one output, where the ledger knows digests, and in three, where they are computed.
    for outputs in [["", "", ""], ["--output {}/1", "--output {}/2", "--output {}/3"]] {
      let library = try library()
      #expect(try decodes(of: library, options: "\(one) \(outputs[0])") == 3)
      #expect(try decodes(of: library, options: "\(another) \(outputs[1])") == 3)
      // Neither has taken the place of the other.
      #expect(try decodes(of: library, options: "\(one) \(outputs[2])") == 0)
      #expect(try decodes(of: library, options: "\(another) \(outputs[1])") == 0)
    }
  }

  @Test func `what is added to the cache gives the same bytes as what is measured at once`() throws
  {
    let library = try library()
    let looks = "--analyze --channels split --style spectrum --data json --data spectrogram"
    #expect(try library.scan("--output {}/fresh --no-cache \(looks)").status == 0)

    // Three of its measures one after the other, and the rest with the last scan.
    #expect(try library.scan("--output {}/1 --style bars").status == 0)
    #expect(try library.scan("--output {}/2 --analyze").status == 0)
    #expect(try library.scan("--output {}/3 --channels split").status == 0)
    #expect(try library.scan("--output {}/pieces \(looks)").status == 0)
    #expect(try library.tree("pieces") == library.tree("fresh"))
  }
}
