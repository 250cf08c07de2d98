import Raster
import Testing
import Thumbnails
import Waveform

@testable import Batch

/// The words of a command line as a shell would split them.
func words(_ line: String) -> [[UInt8]] {
  line.split(separator: " ").map { Array($0.utf8) }
}

private func scan(_ line: String) throws -> ScanOptions {
  guard case .scan(let options) = try CommandLineParser.parse(words("scan " + line)) else {
    throw UsageError.noCommand
  }
  return options
}

private func render(_ line: String) throws -> RenderOptions {
  guard case .render(let options) = try CommandLineParser.parse(words("render " + line)) else {
    throw UsageError.noCommand
  }
  return options
}

private func refusal(_ line: String) -> UsageError? {
  do {
    _ = try CommandLineParser.parse(words(line))
    return nil
  } catch {
    return error
  }
}

@Test func `a library alone is scanned with what the contract calls defaults`() throws {
  #expect(try scan("lib") == ScanOptions(library: Array("lib".utf8)))
}

@Test(arguments: [
  "lib --style dots", "--style dots lib", "--style=dots lib", "--style=DOTS -- lib",
])
func `options stand before or after the library, with a space or an equals sign`(
  line: String
) throws {
  #expect(try scan(line).library == Array("lib".utf8))
  #expect(try scan(line).pictures.styles == [.dots])
}

@Test(arguments: ["mirroredBars", "MIRROREDBARS", "mirrored-bars", "Mirrored_Bars"])
func `a style is known in any case and with hyphens`(name: String) throws {
  #expect(try scan("lib --style \(name)").pictures.styles == [.mirroredBars])
}

@Test func `styles and scales are kept once each, in one order`() throws {
  let options = try scan("lib --style dots --style bars --style dots --scale 3 --scale 1 --scale 3")
  #expect(options.pictures.styles == [.bars, .dots])
  #expect(options.pictures.scales == [1, 3])
  #expect(try scan("lib --style all").pictures.styles == WaveformStyle.plain)
}

@Test func `short flags are bundled, and a value may end the bundle`() throws {
  let options = try scan("-nvj4 lib -o out")
  #expect(options.isDryRun)
  #expect(options.verbosity == .everyFile)
  #expect(options.decoding.jobs == 4)
  #expect(options.output == Array("out".utf8))
  #expect(try scan("lib -qo=out").output == Array("out".utf8))
}

@Test func `the last of several values of one option counts`() throws {
  #expect(try scan("lib --jobs 2 --jobs 3").decoding.jobs == 3)
}

@Test func `words after two dashes are paths whatever they look like`() throws {
  #expect(try scan("-- --force").library == Array("--force".utf8))
  #expect(try scan("lib --output=--force").output == Array("--force".utf8))
}

@Test func `paths that are not text stay what they are`() throws {
  let path: [UInt8] = [0xFF, 0x2F, 0x0A]
  let command = try CommandLineParser.parse([Array("scan".utf8), path])
  #expect(command == .scan(ScanOptions(library: path)))
}

@Test func `prune stands alone or with unlisted behind an equals sign`() throws {
  #expect(try scan("lib").prune == .nothing)
  #expect(try scan("--prune lib").prune == .vanished)
  #expect(try scan("--prune=unlisted lib").prune == .unlisted)
}

@Test func `every switch of scan arrives`() throws {
  let options = try scan(
    """
    lib --data json --manifest m --cache c --cache-size 500M --no-cache --exclude a --exclude b \
    --follow --ignore-inode --ffmpeg --strict --force --check --timeout 2.5 --max-duration 3 \
    --isolation require --json -q
    """)
  #expect(options.writesData && options.followsLinks && options.ignoresInode && options.isStrict)
  #expect(options.redoesAll && options.onlyChecks && options.writesEvents)
  #expect(options.manifest == Array("m".utf8))
  #expect(options.cache.directory == Array("c".utf8))
  #expect(options.cache.budget == 500 << 20)
  #expect(!options.cache.isUsed)
  #expect(options.excludes == ["a", "b"].compactMap { Glob(Array($0.utf8)) })
  #expect(options.decoding.usesFFmpeg && options.decoding.isolation == .require)
  #expect(options.decoding.timeoutSeconds == 2.5)
  #expect(options.decoding.longestHours == 3)
  #expect(options.verbosity == .quiet)
}

@Test func `every option about looks arrives`() throws {
  let pictures = try scan(
    """
    lib --size 300x60 --color tomato --unplayed-color #0003 --background white --gradient red,#00f \
    --bars 64 --spacing 1.5 --corner-radius 0 --bar-width 3 --dot-size 5 --inner-radius .5 \
    --thickness 4 --playhead 0:30 --measure PEAK --curve db --normalize none --channels split
    """
  ).pictures
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 300, height: 60)
  look.colors = WaveformColors(
    played: Color(red: 255, green: 99, blue: 71),
    unplayed: Color(red: 0, green: 0, blue: 0, alpha: 0x33),
    playedGradient: Gradient(
      colors: [Color(red: 255, green: 0, blue: 0), Color(red: 0, green: 0, blue: 255)]),
    background: Color(red: 255, green: 255, blue: 255))
  look.bars = 64
  look.spacing = 1.5
  look.cornerRadius = 0
  look.barWidth = 3
  look.dotSize = 5
  look.innerRadius = 0.5
  look.thickness = 4
  look.scaling = WaveformScaling(measure: .peak, normalize: .none, curve: .db)
  look.splitsChannels = true
  #expect(pictures.look == look)
  look.playhead = 0.25
  #expect(pictures.look(forSeconds: 120) == look)
}

@Test func `the ending of the output says what render makes`() throws {
  #expect(try render("a.mp3 -o x.PNG").format == .png)
  #expect(try render("a.mp3 -o x.json").format == .json)
  #expect(try render("a.mp3 -o x --format json").format == .json)
  #expect(try render("a.mp3").output == .namedAfterInput)
  #expect(try render("- -o -").output == .standardOutput)
  #expect(try render("- -o -").input == .standardInput)
}

@Test func `cache shows, trims or empties`() throws {
  var options = CacheOptions()
  #expect(try CommandLineParser.parse(words("cache")) == .cache(options))
  options.action = .prune(toBytes: 1_500_000_000)
  #expect(try CommandLineParser.parse(words("cache --prune 1.5GB")) == .cache(options))
  options.action = .clear
  #expect(try CommandLineParser.parse(words("cache --clear")) == .cache(options))
}

@Test func `help and version are found wherever they stand`() throws {
  #expect(try CommandLineParser.parse(words("--help")) == .help(nil))
  #expect(try CommandLineParser.parse(words("help")) == .help(nil))
  #expect(try CommandLineParser.parse(words("help scan")) == .help(.scan))
  #expect(try CommandLineParser.parse(words("scan --help")) == .help(.scan))
  #expect(try CommandLineParser.parse(words("--version")) == .version)
  #expect(try CommandLineParser.parse(words("render --version")) == .version)
}

@Test(arguments: [
  ("scna lib", "scan"), ("redner a", "render"), ("Cache", "cache"), ("hlep", "help"),
])
func `a mistyped command is told the nearest one`(line: String, nearest: String) {
  #expect(
    refusal(line) == .unknownCommand(Array(line.split(separator: " ")[0].utf8), nearest: nearest))
}

@Test(arguments: [
  ("/home/me/Podcasts", CommandName.scan), ("Podcasts", .scan), ("./Music", .scan),
  ("a.mp3", .render), ("dir/b.Flac", .render), ("Season.2 (live)", .scan),
])
func `a path instead of a command is told which command it wants`(
  path: String, command: CommandName
) {
  let path = Array(path.utf8)
  #expect(throws: UsageError.operandInsteadOfCommand(path, likely: command)) {
    try CommandLineParser.parse([path])
  }
}

@Test(
  arguments: [
    ("--stile=dots", "--style"), ("--colour", "--color"), ("--dryrun", "--dry-run"),
    ("-style", "--style"), ("--max-time", nil), ("--unplayed", "--unplayed-color"), ("-qz", nil),
  ] as [(String, String?)])
func `a mistyped option is told the nearest one`(word: String, nearest: String?) {
  guard case .unknownOption(_, let proposal, .scan) = refusal("scan lib \(word)") else {
    Issue.record("\(word) is taken")
    return
  }
  #expect(proposal == nearest)
}

@Test func `an option of another command is told where it belongs`() {
  #expect(
    refusal("render a --strict")
      == .optionOfOtherCommand(option: "--strict", command: .render, others: [.scan]))
  #expect(refusal("--style dots lib") == .optionBeforeCommand(Array("--style".utf8)))
}

@Test(arguments: [
  ("scan", UsageError.missingOperand(.scan)),
  ("render", .missingOperand(.render)),
  ("", .noCommand),
  ("scan lib --jobs", .missingValue(option: "--jobs", placeholder: "N")),
  ("scan lib --output -q", .missingValue(option: "--output", placeholder: "DIR")),
  ("scan lib --output --force", .missingValue(option: "--output", placeholder: "DIR")),
  ("scan lib --force=yes", .unwantedValue(option: "--force", value: Array("yes".utf8))),
  ("render a.mp3 --style sine --overlay b.mp3", .exclusive("overlay", "style sine")),
  ("render a.mp3 -o a.json --animate 2", .exclusive("animate", "format json")),
  ("cache --prune 1 --clear", .exclusive("prune", "clear")),
  ("render a --style all -o x.png", .severalPicturesForOneName),
  ("render a --scale 1 --scale 2 -o x.png", .severalPicturesForOneName),
  ("render a -o x.gif", .unknownEnding(Array("x.gif".utf8))),
  ("render -", .standardInputNeedsName),
  (
    "scan lib --size 9000x9000",
    .pictureTooLarge(width: 9000, height: 9000, most: 64_000_000)
  ),
  ("render a.png -o a.png", .outputIsInput(Array("a.png".utf8))),
])
func `what does not fit together is refused`(line: String, error: UsageError) {
  #expect(refusal(line) == error)
}

@Test func `no words whatever stop the parser, or reach the terminal raw`() {
  let pieces: [[UInt8]] = [
    Array("-".utf8), Array("--".utf8), Array("=".utf8), Array("style".utf8), Array(":".utf8),
    Array("9".utf8), Array(",".utf8), Array("x".utf8), Array("scan".utf8), Array("q".utf8),
    Array("playhead".utf8), Array("size".utf8), Array("#".utf8), [0x1B], [0xFF], [],
  ]
  for _ in 0..<3_000 {
    let command = CommandName.allCases.randomElement().map { Array($0.rawValue.utf8) } ?? []
    let line = (0..<Int.random(in: 0...4)).map { _ in
      Array((0..<Int.random(in: 0...5)).compactMap { _ in pieces.randomElement() }.joined())
    }
    do {
      _ = try CommandLineParser.parse(Bool.random() ? [command] + line : line)
    } catch {
      let sentence = UsageSentences.text(error)
      #expect(!sentence.isEmpty && sentence.utf8.allSatisfy { (0x20...0x7E).contains($0) })
    }
  }
}

@Test func `every option is spelt once a command and stands in its help`() {
  for command in CommandName.allCases {
    let rows = OptionTable.rows(of: command)
    #expect(Set(rows.map(\.name)).count == rows.count)
    let letters = rows.compactMap(\.short)
    #expect(Set(letters).count == letters.count)
    if command == .help { continue }
    for row in rows { #expect(Help.page(command).contains(row.spelling)) }
  }
}
