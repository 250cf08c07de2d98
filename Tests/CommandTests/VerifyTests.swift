import Glibc
import Testing
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

@testable import WavethumbOptions

/// Tests damage that keeps the size: only reading every byte finds it.
@Suite struct `Verifying an output` {
  private static let rot = """
    printf '\\377' | dd of="$0" bs=1 seek=$(( $(stat -c %s "$0") / 2 )) conv=notrunc 2>/dev/null
    """

  private func library(_ options: String) throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "Show/a.wav")
    try library.add("cbr.mp3", as: "b.mp3")
    #expect(try library.scan(options).status == 0)
    return library
  }

  private func verify(_ library: TemporaryLibrary, options: String = "") throws -> CommandRun {
    try CommandRun("verify \(library.output) --cache \(library.cache) \(options)")
  }

  @Test(arguments: [
    "", "--style all --scale 1 --scale 2 --data json", "--color red --size 300x80 --bars 40",
    "--gradient red,blue --measure peak --curve sqrt --range 0:00-0:01",
    "--format svg --format png --data dat",
  ])
  func `verify finds damaged files, and repairs them with their options`(options: String)
    throws
  {
    let library = try library(options)
    #expect(try verify(library).status == 0)
    let whole = try library.tree("library/.wavethumb")
    for name in ["Show/a.wav.mirroredBars.png", "b.mp3.mirroredBars.png"] {
      library.shell("sh -c '\(Self.rot.replacing("'", with: "'\\''"))' library/.wavethumb/\(name)")
    }
    #expect(try library.tree("library/.wavethumb") != whole)
    // A check does not detect it.
    #expect(try library.scan(options + " --check").status == 0)

    let run = try verify(library)
    #expect(run.status == 4)
    #expect(run.errorOutput.contains("damaged Show/a.wav.mirroredBars.png"), "\(run.errorOutput)")
    #expect(run.errorOutput.contains("2 damaged, 0 missing"), "\(run.errorOutput)")

    let repair = try verify(library, options: "--repair")
    #expect(repair.status == 0, "\(repair.errorOutput)")
    #expect(try library.tree("library/.wavethumb") == whole)
    #expect(try verify(library).status == 0)
  }

  @Test func `verify repairs the output of a library that is named`() throws {
    let library = try library("")
    let whole = try library.tree("library")
    let picture = "Show/a.wav.mirroredBars.png"
    library.shell("sh -c '\(Self.rot.replacing("'", with: "'\\''"))' library/.wavethumb/\(picture)")
    let repair = try CommandRun("verify \(library.library) --cache \(library.cache) --repair")
    #expect(repair.status == 0, "\(repair.errorOutput)")
    #expect(try library.tree("library") == whole)
  }

  @Test func `verify repairs nothing that the scan excluded`() throws {
    let library = try library("--exclude *.mp3 --follow")
    try library.add("mono.wav", as: "c.wav")
    library.shell("cd library; mkdir ../linked; mv c.wav ../linked; ln -s ../linked .")
    let choice = "--exclude *.mp3 --follow"
    #expect(try library.scan(choice).status == 0)
    let whole = try library.tree("library/.wavethumb")
    #expect(whole.keys.contains { $0.contains("linked/c.wav.mirroredBars.png") }, "\(whole.keys)")
    library.shell("rm library/.wavethumb/linked/c.wav.mirroredBars.png")
    #expect(try verify(library, options: "--repair " + choice).status == 0)
    #expect(try library.tree("library/.wavethumb") == whole)
  }

  /// All options recorded in a manifest, each with a value other than its default.
  private static let options = [
    "--style bars --size 300x60 --bars 40 --spacing 1 --corner-radius 0 --bar-width 3",
    "--style dots --dot-size 3 --scale 3 --color #12345678 --background across:red,#0000",
    "--style circular --inner-radius 0.2 --thickness 6 --gradient red,blue",
    "--style line --thickness 3 --curve db --measure peak --normalize none --channels split",
    "--style sine --frequency 2.5 --phase 0.125 --at 0:00.3",
    "--playhead 0:00.5 --unplayed-color red", "--playhead 0.123456789 --unplayed-gradient red,lime",
    "--animate 1@10 --size 60x30", "--movement reactive:1.2 --at 0.4",
    "--movement idle --at 0:00.3", "--movement combined:0.5 --playhead 0.5",
    "--range 0:00.01-", "--markers auto --marker-color red,blue --font {}/font.ttf",
    "--cover auto --cover-dim 0.25 --placeholder", "--channels split --lane-names",
    "--style spectrogram --palette grey --frequency-axis linear --size 60x30 --timeout 100",
    "--style spectrogram --frequency-range 50..2k --level-range -110..-20 --size 60x30",
    "--color-by bands --band-colors red,lime,#0000ff80 --style dots --data spectrogram",
    "--color-by pitch --palette navy,gold --style circular --data json",
    "--data json --levels 3 --spectrum --data dat --zoom 64 --bits 16 --format svg --format png",
    "--data wavesurfer --points 77 --data peaks --pixels-per-second 50",
    "--max-duration 2 --ffmpeg", "--axes --axes-color red --clock --analyze",
    "--silence -30:0.5 --analyze --data chapters",
    "--mark-clipping=lime --curve db --floor -40", "--mark-clipping --style dots",
  ]

  @Test func `the repairs cover every option in a manifest`() {
    let options = Set(Self.options.joined(separator: " ").split(separator: " "))
    for row in OptionTable.shapingRows where row.commands.contains(.scan) {
      #expect(options.contains("--" + row.name), "\(row.name)")
    }
  }

  @Test(arguments: ["list", "verify"])
  func `an output that does not exist cannot be read`(command: String) throws {
    let run = try CommandRun("\(command) /nonexistent")
    #expect(run.status == 1)
    #expect(
      run.errorOutput == "wavethumb: \"/nonexistent\" cannot be read: no such file or folder\n"
    )
  }

  @Test(arguments: options)
  func `verify repairs pictures drawn with any options`(options: String) throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "Show/a.wav")
    try library.add("cbr.mp3", as: "b.mp3")
    library.shell("cp '\(TemporaryLibrary.fixtures)/../Fonts/square.ttf' font.ttf")
    if options.contains("--ffmpeg"), unsafe access("/usr/bin/ffmpeg", X_OK) != 0 { return }
    #expect(try library.scan(options).status == 0)

    let whole = try library.tree("library/.wavethumb")
    for name in whole.keys where name != "manifest.json" {
      library.shell("sh -c '\(Self.rot.replacing("'", with: "'\\''"))' library/.wavethumb/\(name)")
    }
    // What starts a program or opens a file has to be given again.
    var given = ""
    if options.contains("--ffmpeg") {
      given = " --ffmpeg"
    }
    if options.contains("--font") {
      given = " --font \(library.root)/font.ttf"
    }
    if !given.isEmpty {
      let refused = try verify(library, options: "--repair")
      #expect(refused.status == 1, "\(refused.errorOutput)")
      #expect(
        refused.errorOutput.contains("must be given as at the scan"),
        "\(refused.errorOutput)"
      )
    }

    let repair = try verify(library, options: "--repair" + given)
    #expect(repair.status == 0, "\(repair.errorOutput)")
    #expect(try library.tree("library/.wavethumb") == whole)
  }

  // Bytes of the version, the generator, the settings and the counts, in which one bit is flipped.
  @Test(arguments: [0, 1, 14, 22, 30, 42, 50, 120, 200, 300, 500], ["json", "ndjson"])
  func `replaces a manifest whose head is damaged, as a scan does`(offset: Int, format: String)
    throws
  {
    let library = try library("--color #112233 --manifest-format \(format)")
    let name = "library/.wavethumb/manifest.\(format)"
    let whole = try library.contents(name)
    for repairs in [false, true] {
      var rotten = whole
      rotten[offset] ^= 0x02
      try library.write(rotten, to: ".wavethumb/manifest.\(format)")
      let run: CommandRun
      if repairs {
        run = try verify(library, options: "--repair")
      } else {
        run = try library.scan("--color #112233 --manifest-format \(format)")
      }
      #expect(run.status == 0, "\(run.errorOutput)")
      #expect(try library.contents(name) == whole)
    }
  }

  @Test(arguments: ["#112233", "#112237", "bars", "settings", "linear"])
  func `takes options from the ledger if those of the manifest are damaged`(rotten: String) throws {
    let library = try library("--color #112233 --style bars")
    let whole = try library.tree("library/.wavethumb")
    let name = "library/.wavethumb/manifest.json"
    var text = try library.contents(name)
    // The last digit of a color becomes another digit, so that the color stays valid. Any other last byte
    // becomes one with which the word has no meaning.
    let digits = try #require(text.firstRange(of: Array(rotten.replacing("7", with: "3").utf8)))
    text[digits.upperBound - 1] ^= rotten.hasSuffix("7") ? 4 : 0x55
    try library.write(text, to: ".wavethumb/manifest.json")

    let run = try CommandRun(
      "verify \(library.output) --repair --cache \(library.root)/another"
    )
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(try library.tree("library/.wavethumb") == whole)
  }

  // A number that is still one, a count that is wrong, and what is no JSON.
  @Test(arguments: [
    #"s/"durationMs": /&1/"#, #"s/"ok": 2/"ok": 1/"#, #"s/"peak": 0/"peak": ?/"#,
  ])
  func `verify detects and repairs one changed byte of the manifest`(damage: String) throws {
    let library = try library("--style line --data json")
    let whole = try library.tree("library/.wavethumb")
    library.shell("sed -i '\(damage)' library/.wavethumb/manifest.json")
    #expect(try library.tree("library/.wavethumb") != whole)
    let run = try verify(library)
    #expect(run.status == 4)
    #expect(run.errorOutput.contains("damaged manifest.json"), "\(run.errorOutput)")
    let repair = try verify(library, options: "--repair")
    #expect(repair.status == 0, "\(repair.errorOutput)")
    #expect(try library.tree("library/.wavethumb") == whole)
  }

  @Test func `verify detects and repairs a whole manifest of an earlier scan`() throws {
    let library = try library("")
    let earlier = try library.contents("library/.wavethumb/manifest.json")
    try library.add("mono.wav", as: "c.wav")
    #expect(try library.scan().status == 0)
    let whole = try library.tree("library/.wavethumb")
    // Complete and with a right digest, but not the one that the ledger names.
    try library.write(earlier, to: ".wavethumb/manifest.json")
    let run = try verify(library)
    #expect(run.status == 4)
    #expect(run.errorOutput.contains("damaged manifest.json"), "\(run.errorOutput)")
    #expect(try verify(library, options: "--repair").status == 0)
    #expect(try library.tree("library/.wavethumb") == whole)
  }

  @Test(arguments: ["json", "ndjson"])
  func `verify has a missing manifest written again`(format: String) throws {
    let library = try library("--manifest-format \(format) --data dat")
    let whole = try library.tree("library/.wavethumb")
    library.shell("rm library/.wavethumb/manifest.\(format)")
    let run = try verify(library)
    #expect(run.status == 4)
    #expect(run.errorOutput.contains("missing manifest.\(format)"), "\(run.errorOutput)")
    #expect(try verify(library, options: "--repair").status == 0)
    #expect(try library.tree("library/.wavethumb") == whole)
  }

  @Test func `verify draws missing pictures, and decodes if necessary`() throws {
    let library = try library("--data json")
    let whole = try library.tree("library/.wavethumb")
    library.shell("rm library/.wavethumb/b.mp3.json && rm -r cache")
    #expect(try verify(library).errorOutput.contains("missing b.mp3.json"))
    #expect(try verify(library, options: "--repair").status == 0)
    #expect(try library.tree("library/.wavethumb") == whole)
  }

  @Test func `verify reports a damaged or foreign manifest`() throws {
    let library = try library("")
    let manifest = try library.contents("library/.wavethumb/manifest.json")
    try library.write(Array(manifest.dropLast(9)), to: ".wavethumb/manifest.json")
    let run = try verify(library)
    #expect(run.status == 4)
    #expect(run.errorOutput.contains("damaged manifest.json"), "\(run.errorOutput)")
    try library.write("{}", to: ".wavethumb/manifest.json")
    #expect(try verify(library).status == 1)
  }

  @Test func `verify requires the library`() throws {
    let library = try library("--output {}/out")
    library.shell("truncate -s -1 out/b.mp3.mirroredBars.png")
    let lost = try CommandRun("verify \(library.root)/out --repair --cache \(library.cache)")
    #expect(lost.status == 1)
    #expect(lost.errorOutput.contains("--library DIR"))
    let found = try CommandRun(
      "verify \(library.root)/out --repair --cache \(library.cache) --library \(library.library)"
    )
    #expect(found.status == 0, "\(found.errorOutput)")
  }

  @Test func `--known-failures ok ignores listed failures`() throws {
    let library = try TemporaryLibrary()
    try library.add("html.mp3", as: "b.mp3")
    #expect(try library.scan("--known-failures ok").status == 3)
    #expect(try library.scan().status == 3)
    #expect(try library.scan("--known-failures ok").status == 0)
    #expect(try library.scan("--known-failures ok --check").status == 0)
    #expect(try library.scan("--known-failures ok --no-cache").status == 0)
    try library.add("text.ogg", as: "c.ogg")
    #expect(try library.scan("--known-failures ok").status == 3)
    #expect(try library.scan("--known-failures ok").status == 0)
    #expect(try library.scan("--known-failures perhaps").status == 2)
  }
}
