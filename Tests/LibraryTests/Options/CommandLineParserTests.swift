import Decoding
import Outputs
import Raster
import Testing
import Thumbnails
import Waveform

@testable import WavethumbLibrary
@testable import WavethumbOptions

/// Splits a command line into arguments at spaces.
func arguments(_ line: String) -> [[UInt8]] {
  line.split(separator: " ").map { Array($0.utf8) }
}

private func scan(_ line: String) throws -> ScanOptions {
  guard case .scan(let options) = try CommandLineParser.parse(arguments("scan " + line)) else {
    throw UsageError.noCommand
  }
  return options
}

private func render(_ line: String) throws -> RenderOptions {
  guard case .render(let options) = try CommandLineParser.parse(arguments("render " + line)) else {
    throw UsageError.noCommand
  }
  return options
}

// A parser that sets anything which nobody has asked for fails here, whatever the defaults are.
@Test func `a scan without options has the documented defaults`() throws {
  #expect(try scan("lib") == ScanOptions(library: Array("lib".utf8)))
}

@Test(arguments: [
  "lib --style dots", "--style dots lib", "--style=dots lib", "--style=DOTS -- lib",
])
func `options may precede or follow the library, with a space or an equals sign`(
  line: String
) throws {
  #expect(try scan(line).library == Array("lib".utf8))
  #expect(try scan(line).pictures.styles == [.dots])
}

@Test(arguments: ["mirroredBars", "MIRROREDBARS", "mirrored-bars", "Mirrored_Bars"])
func `style names ignore case and hyphens`(name: String) throws {
  #expect(try scan("lib --style \(name)").pictures.styles == [.mirroredBars])
}

@Test func `styles and scales are unique and sorted`() throws {
  // In another order and twice, a style would change the settings, and with them every picture.
  let options = try scan("lib --style dots --style bars --style dots --scale 3 --scale 1 --scale 3")
  #expect(options.pictures.styles == [.bars, .dots])
  #expect(options.pictures.scales == [1, 3])
  #expect(try scan("lib --style all").pictures.styles == WaveformStyle.plain)
}

@Test func `short flags can be bundled, ending with a value`() throws {
  let options = try scan("-nvj4 lib -o out")
  #expect(options.isDryRun)
  #expect(options.verbosity == .everyFile)
  #expect(options.decoding.jobs == 4)
  #expect(options.output == Array("out".utf8))
  #expect(try scan("lib -qo=out").output == Array("out".utf8))
}

@Test func `the last value of an option counts`() throws {
  #expect(try scan("lib --jobs 2 --jobs 3").decoding.jobs == 3)
}

// Without both, a folder of such a name could not be given at all.
@Test func `words after two dashes are paths`() throws {
  #expect(try scan("-- --force").library == Array("--force".utf8))
  #expect(try scan("lib --output=--force").output == Array("--force".utf8))
}

@Test func `paths that are not UTF-8 keep their bytes`() throws {
  // A byte that UTF-8 never has, a slash, and a line break. A `String` would replace the first, and
  // the path would be that of another folder.
  let path: [UInt8] = [0xFF, 0x2F, 0x0A]
  let command = try CommandLineParser.parse([Array("scan".utf8), path])
  #expect(command == .scan(ScanOptions(library: path)))
}

@Test func `--prune has an optional value after an equals sign`() throws {
  // After a space too, since `unlisted` is one of its words.
  #expect(try scan("lib").prune == .nothing)
  #expect(try scan("--prune lib").prune == .vanished)
  #expect(try scan("--prune=unlisted lib").prune == .unlisted)
  #expect(try scan("--prune unlisted lib").prune == .unlisted)
}

@Test func `every switch of scan is parsed`() throws {
  let options = try scan(
    """
    lib --data json --manifest m --cache c --cache-size 500M --no-cache --exclude a --exclude b \
    --follow --ignore-inode --ffmpeg --strict --force --check --timeout 2.5 --max-duration 3 \
    --isolation require --json -q
    """
  )
  #expect(options.formats == [.png, .json])
  #expect(options.followsLinks)
  #expect(options.ignoresInode)
  #expect(options.isStrict)
  #expect(options.redoesAll)
  #expect(options.onlyChecks)
  #expect(options.writesEvents)
  #expect(options.manifest == Array("m".utf8))
  #expect(options.cache.directory == Array("c".utf8))
  // A unit without a B is binary.
  #expect(options.cache.budget == 500 << 20)
  #expect(!options.cache.isUsed)
  #expect(options.excludes == ["a", "b"].compactMap { Glob(Array($0.utf8)) })
  #expect(options.decoding.ffmpeg == .all)
  #expect(options.decoding.isolation == .require)
  #expect(options.decoding.timeoutSeconds == 2.5)
  #expect(options.decoding.maximumHours == 3)
  #expect(options.verbosity == .quiet)
}

// Each value differs from its default, so that an option without effect fails.
@Test func `every option about looks is parsed`() throws {
  let pictures = try scan(
    """
    lib --size 300x60 --color tomato --unplayed-color #0003 --background white --gradient red,#00f \
    --bars 64 --spacing 1.5 --corner-radius 0 --bar-width 3 --dot-size 5 --inner-radius .5 \
    --thickness 4 --playhead 0:30 --measure PEAK --curve db --normalize none --channels split
    """
  ).pictures

  let red = Color(red: 255, green: 0, blue: 0)
  let blue = Color(red: 0, green: 0, blue: 255)
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 300, height: 60)
  look.colors = WaveformColors(
    played: Color(red: 255, green: 99, blue: 71),
    unplayed: Color(red: 0, green: 0, blue: 0, alpha: 0x33),
    playedGradient: Gradient(colors: [red, blue]),
    background: Color(red: 255, green: 255, blue: 255)
  )
  look.bars = 64
  look.geometry.spacing = 1.5
  look.geometry.cornerRadius = 0
  look.geometry.barWidth = 3
  look.geometry.dotSize = 5
  look.geometry.innerRadius = 0.5
  look.geometry.thickness = 4
  look.scaling = WaveformScaling(measure: .peak, normalize: .none, curve: .db)
  look.lanes.areSplit = true
  #expect(pictures.look == look)

  // A playhead in minutes is a fraction only of a recording: 30 s of 120 s are a quarter.
  look.playhead = 0.25
  #expect(pictures.look(forSeconds: 120) == look)
}

@Test func `the extension of the output selects render's format`() throws {
  #expect(try render("a.mp3 -o x.PNG").format == .png)
  #expect(try render("a.mp3 -o x.json").format == .json)
  #expect(try render("a.mp3 -o x --format json").format == .json)
  #expect(try render("a.mp3").output == .namedAfterInput)
  #expect(try render("- -o -").output == .standardOutput)
  #expect(try render("- -o -").input == .standardInput)
}

@Test func `the actions of cache are parsed`() throws {
  var options = CacheOptions()
  #expect(try CommandLineParser.parse(arguments("cache")) == .cache(options))
  options.action = .prune(toBytes: 1_500_000_000)
  #expect(try CommandLineParser.parse(arguments("cache --prune 1.5GB")) == .cache(options))
  options.action = .clear
  #expect(try CommandLineParser.parse(arguments("cache --clear")) == .cache(options))
}

@Test func `an optional value is taken from the next word only if it is one of its words`() throws {
  // Otherwise `--ffmpeg lib` would lack its library. A folder called `off` is written `./off`, and
  // what is behind an equals sign is a value in any case.
  let cases: [(line: String, use: FFmpegUse)] = [
    ("lib", .sound),
    ("--ffmpeg lib", .all),
    ("lib --ffmpeg", .all),
    ("--ffmpeg all lib", .all),
    ("--ffmpeg off lib", .off),
    ("--ffmpeg=off lib", .off),
    ("--ffmpeg sound lib", .sound),
    ("--ffmpeg ./off", .all),
    ("--ffmpeg --force lib", .all),
    ("lib --ffmpeg --ffmpeg off", .off),
  ]
  for (line, use) in cases {
    #expect(try scan(line).decoding.ffmpeg == use, "\(line)")
  }
  #expect(throws: UsageError.self) { try scan("--ffmpeg=of lib") }
}

@Test func `help and version are recognised at any position`() throws {
  #expect(try CommandLineParser.parse(arguments("--help")) == .help(nil))
  #expect(try CommandLineParser.parse(arguments("help")) == .help(nil))
  #expect(try CommandLineParser.parse(arguments("help scan")) == .help(.scan))
  #expect(try CommandLineParser.parse(arguments("scan --help")) == .help(.scan))
  #expect(try CommandLineParser.parse(arguments("scan lib -qh")) == .shortHelp(.scan))
  for line in ["--version", "-V", "version", "scan -V"] {
    #expect(try CommandLineParser.parse(arguments(line)) == .version)
  }
  #expect(try CommandLineParser.parse(arguments("render --version")) == .version)
}
