import TestSupport
import Testing

@testable import WavethumbBatch
@testable import WavethumbLibrary
@testable import WavethumbOptions

private func refusal(_ line: String) -> UsageError? {
  do {
    _ = try CommandLineParser.parse(arguments(line))
    return nil
  } catch {
    return error
  }
}

@Test(arguments: [
  ("scna lib", "scan"),
  ("redner a", "render"),
  ("Cache", "cache"),
  ("hlep", "help"),
])
func `the message for a mistyped command suggests the most similar one`(
  line: String,
  nearest: String
) {
  let typed = arguments(line)[0]
  #expect(refusal(line) == .command(.unknown(typed, nearest: nearest)))
}

// What most people try first. A short extension of letters and digits is that of a recording, and
// the last name has a point without one.
@Test(arguments: [
  ("/home/me/Podcasts", CommandName.scan),
  ("Podcasts", .scan),
  ("./Music", .scan),
  ("a.mp3", .render),
  ("dir/b.Flac", .render),
  ("Season.2 (live)", .scan),
])
func `the message for a path instead of a command suggests the command`(
  path: String,
  command: CommandName
) {
  let path = Array(path.utf8)
  #expect(throws: UsageError.command(.operandInstead(path, likely: command))) {
    try CommandLineParser.parse([path])
  }
}

// Slips of the fingers, words of other programs for the same thing, and words that resemble an
// option by chance: `--opacity` has more than half of the letters of `--spacing`, and a wrong
// suggestion is worse than none.
@Test(
  arguments: [
    ("--stile=dots", "--style"),
    ("--colour", "--color"),
    ("--dryrun", "--dry-run"),
    ("--delete", "--prune"),
    ("--Clean", "--prune"),
    ("--chapters", "--markers auto"),
    ("--width", "--size"),
    ("--threads", "--jobs"),
    ("--out-dir", "--output"),
    ("--fps", "--animate"),
    ("--log-scale", "--curve db"),
    ("--samples-per-pixel", "--zoom"),
    ("-style", "--style"),
    ("--max-time", "--timeout"),
    ("--unplayed", "--unplayed-color"),
    ("-qz", nil),
    ("--opacity", nil),
    ("--backend", nil),
    ("--decoder", nil),
    ("--validate", "--check"),
    ("--bins", "--bars"),
    ("--gap", "--spacing"),
    ("--no-sandbox", "--isolation off"),
  ] as [(String, String?)]
)
func `the message for a mistyped option suggests the most similar one`(
  word: String,
  nearest: String?
) {
  guard case .option(.unknown(_, let proposal, .scan)) = refusal("scan lib \(word)") else {
    Issue.record("\(word) is accepted, or refused for another reason")
    return
  }
  #expect(proposal == nearest)
}

@Test func `the message for an option of another command names that command`() {
  #expect(
    refusal("render a --strict")
      == .option(.ofOtherCommand("--strict", .render, others: [.scan, .merge]))
  )
  #expect(refusal("--style dots lib") == .command(.optionBefore(Array("--style".utf8))))
}

@Test(arguments: [
  ("scan", UsageError.command(.missingOperand(.scan))),
  ("render", .command(.missingOperand(.render))),
  ("", .noCommand),
  ("scan lib --jobs", .option(.missingValue("--jobs", placeholder: "N"))),
  ("scan lib --output -q", .option(.missingValue("--output", placeholder: "DIR"))),
  ("scan lib --output --force", .option(.missingValue("--output", placeholder: "DIR"))),
  ("scan lib --force=yes", .option(.unwantedValue("--force", Array("yes".utf8)))),
  ("render a.mp3 --style sine --overlay b.mp3", .exclusive("overlay", "style sine")),
  ("render a.mp3 -o a.json --animate 2", .exclusive("animate", "format json")),
  ("render a.mp3 -o a.svg --animate 2", .exclusive("animate", "format svg")),
  ("render a.mp3 -o a.svg --style spectrum", .exclusive("style spectrum", "format svg")),
  ("render a.mp3 -o a.png --color currentColor", .exclusive("color currentColor", "format png")),
  (
    "scan lib --format svg --format png --color currentColor",
    .exclusive("color currentColor", "format png")
  ),
  ("scan lib --shard 1/2 --page", .combination(.ofMerge("page"))),
  ("cache --prune 1 --clear", .exclusive("prune", "clear")),
  ("render a --style all -o x.png", .combination(.severalPicturesForOneName)),
  ("render a --scale 1 --scale 2 -o x.png", .combination(.severalPicturesForOneName)),
  ("render a -o x.gif", .combination(.unknownEnding(Array("x.gif".utf8)))),
  ("render -", .combination(.standardInputNeedsName)),
  (
    "scan lib --size 9000x9000",
    .combination(.pictureTooLarge(width: 9000, height: 9000, maximum: 64_000_000))
  ),
  ("render a.png -o a.png", .combination(.outputIsInput(Array("a.png".utf8)))),
])
func `exclusive options are rejected`(line: String, error: UsageError) {
  #expect(refusal(line) == error)
}

@Test(arguments: 1...10 as ClosedRange<UInt64>)
func `no arguments crash the parser or reach the terminal raw`(seed: UInt64) throws {
  // What the parser splits at, names that it knows, an escape, and a byte that is no UTF-8. A
  // terminal obeys an escape that reaches it raw: the name of a file could clear the screen or set
  // its title.
  let texts = [
    "-", "--", "=", ":", ",", "#", "9", "x", "q", "scan", "style", "playhead", "size", "",
  ]
  let pieces = texts.map { Array($0.utf8) } + [[0x1B], [0xFF]]
  var generator = SeededNumbers(seed: seed)
  for _ in 0..<300 {
    var arguments: [[UInt8]] = []
    if Bool.random(using: &generator) {
      let command = try #require(CommandName.allCases.randomElement(using: &generator))
      arguments.append(Array(command.rawValue.utf8))
    }
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      var argument: [UInt8] = []
      for _ in 0..<Int.random(in: 0...5, using: &generator) {
        argument += pieces.randomElement(using: &generator) ?? []
      }
      arguments.append(argument)
    }

    do {
      _ = try CommandLineParser.parse(arguments)
    } catch {
      let sentence = UsageSentences.text(error)
      #expect(!sentence.isEmpty)
      #expect(sentence.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "\(arguments)")
    }
  }
}

@Test func `every option has one spelling per command and appears in its help`() {
  for command in CommandName.allCases {
    let rows = OptionTable.rows(of: command)
    #expect(Set(rows.map(\.name)).count == rows.count)
    let letters = rows.compactMap(\.short)
    #expect(Set(letters).count == letters.count)
    if command == .help { continue }
    for row in rows {
      #expect(Help.page(command).contains(row.spelling))
    }
  }
}
