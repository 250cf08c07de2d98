import Testing
import WavethumbBytes

/// Tests text files with random edits; `scripts/fuzz 60 1 texts` runs many more.
@Suite struct `A mutated text` {
  // Chapters, labels, a cue sheet, two kinds of data, and rules of an ignore file.
  private static let seeds = [
    #"{"chapters": [{"startTime": 0, "title": "One", "color": "red"}, {"startTime": 1e0}]}"#,
    "0.0\t0.2\tone\n0,3\t0,3\ttwo\n\\\t100\t200\n",
    "FILE \"a.wav\" WAVE\n TRACK 01 AUDIO\n TITLE \"First\"\n INDEX 01 00:00:00\n",
    #"{"bars": [0.1, 0.5, 1], "x": {"y": ["\u00e9\ud83d\ude00", null, true, -1e-3]}}"#,
    #"{"version":2,"channels":1,"sample_rate":8,"samples_per_pixel":2,"bits":8,"length":1,"data":[-1,2]}"#,
    "*.tmp\n!keep.wav\n/top/**/x?y\n[a-c]*\\ \n",
  ]
  // Marks that combine, regional indicators, brackets, quotes, wildcards and numbers out of range.
  private static let pieces = [
    "\u{301}", "\u{1F1E6}", "\0", "\\u0000", "[", "{", "\"", "\\", "**/", "[a-", "1e999", "-", "\t",
    "\n", "9223372036854775808", ",", "\u{2028}", "*a",
  ]

  /// Returns a text with edits that depend only on the number.
  private static func mutatedText(number: Int) -> [UInt8] {
    var random = StableHash(seed: UInt64(number))
    func next(below limit: Int) -> Int {
      random.add(1)
      return Int(random.value % UInt64(max(limit, 1)))
    }
    var bytes = Array(seeds[number % seeds.count].utf8)
    for _ in 0...next(below: 5) {
      let start = next(below: bytes.count + 1)
      let end = min(bytes.count, start + next(below: 4))
      let piece = Array(pieces[next(below: pieces.count)].utf8)
      // Up to 4,000 times: deep nesting, long numbers, and patterns that a matcher might try again.
      let count = [0, 1, 2, 40, 4000][next(below: 5)]
      let insertion = (0..<count).flatMap { _ in piece }
      bytes.replaceSubrange(start..<end, with: insertion)
    }
    return bytes
  }

  @Test func `mutated marker text breaks no run and no entry`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", as: "0.wav")
    // Links, since only the texts beside the recordings differ.
    library.shell("cd library; for n in $(seq 89); do ln 0.wav $n.wav; done")
    for number in 0..<90 {
      let ending = [".chapters.json", ".txt", ".cue"][number % 3]
      try library.write(Self.mutatedText(number: number), to: "\(number)\(ending)")
      try library.write(Self.mutatedText(number: number + 1000), to: "d\(number)/.wavethumbignore")
    }

    let run = try library.scan("--markers auto --json")
    #expect(run.status == 0, "\(run.errorOutput)")
    let events = run.lines.filter { $0.contains(#""event":"file""#) }
    #expect(events.count == 90)
    #expect(try library.entries().count == 90)
  }

  @Test func `mutated data is drawn or rejected`() throws {
    let library = try TemporaryLibrary()
    for number in 0..<60 {
      try library.write(Self.mutatedText(number: number), to: "\(number).json")
    }
    let statuses = library.shell(
      """
      cd library
      for n in $(seq 0 59); do
        prlimit --cpu=20: $W render $n.json -o x.png 2>/dev/null
        echo $?
      done
      """
    )

    // 137 would be the limit of 20 seconds of processor time, and other numbers above 128 a crash.
    let distinct = Set(statuses.split(separator: "\n"))
    #expect(distinct.isSubset(of: ["0", "1", "2", "3"]), "\(distinct)")
  }
}
