import Glibc
import Testing
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

@testable import WavethumbOptions

/// Tests damage that keeps the size: only reading every byte finds it.
@Suite struct `Verifying an output` {
  /// Changes the byte in the middle of a file of the output.
  private func damage(_ name: String, in library: TemporaryLibrary) {
    library.shell(
      """
      cd library/.wavethumb
      middle=$(($(stat -c %s '\(name)') / 2))
      printf '\\377' | dd of='\(name)' bs=1 seek=$middle conv=notrunc 2>/dev/null
      """
    )
  }

  /// Returns a library that was scanned with these options.
  private func library(_ options: String = "") throws -> TemporaryLibrary {
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
    "",
    "--style all --scale 1 --scale 2 --data json",
    "--color red --size 300x80 --bars 40",
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
      damage(name, in: library)
    }
    #expect(try library.tree("library/.wavethumb") != whole)
    // A check looks at sizes only.
    #expect(try library.scan(options + " --check").status == 0)

    let run = try verify(library)
    #expect(run.status == 4)
    #expect(run.errorOutput.contains("damaged Show/a.wav.mirroredBars.png"))
    #expect(run.errorOutput.contains("2 damaged, 0 missing"))

    let repair = try verify(library, options: "--repair")
    #expect(repair.status == 0, "\(repair.errorOutput)")
    #expect(try library.tree("library/.wavethumb") == whole)
    #expect(try verify(library).status == 0)
  }

  @Test func `verify repairs the output of a library that is named`() throws {
    let library = try library()
    let whole = try library.tree("library")
    damage("Show/a.wav.mirroredBars.png", in: library)
    let repair = try CommandRun("verify \(library.library) --cache \(library.cache) --repair")
    #expect(repair.status == 0, "\(repair.errorOutput)")
    #expect(try library.tree("library") == whole)
  }

  @Test(arguments: [
    "--page", "--cover auto --page", "--cover auto",
    "--page --page-title Shows --media-url https://cdn.example.org/a/ --color-by pitch",
  ])
  func `verify leaves the bytes that the scan wrote, also beside a page`(options: String) throws {
    // Recordings without art, of which the page has a key.
    let library = try library(options)
    let whole = try library.tree("library/.wavethumb")
    damage("b.mp3.mirroredBars.png", in: library)
    #expect(try verify(library, options: "--repair").status == 0)
    #expect(try library.tree("library/.wavethumb") == whole)
    #expect(try library.scan(options + " --check").status == 0)

    // The page too, and what a page needs of a recording whose entry is lost.
    library.shell("cd library/.wavethumb; rm -f index.html manifest.json b.mp3.*")
    #expect(try verify(library, options: "--repair").status == 0)
    #expect(try library.tree("library/.wavethumb") == whole)
  }

  @Test func `verify repairs nothing that the scan excluded`() throws {
    let choice = "--exclude *.mp3 --follow"
    let library = try library(choice)
    try library.add("mono.wav", as: "c.wav")
    library.shell("cd library; mkdir ../linked; mv c.wav ../linked; ln -s ../linked .")
    #expect(try library.scan(choice).status == 0)

    // Which recordings are there depends on options that shape no picture. They are remembered as well.
    let whole = try library.tree("library/.wavethumb")
    #expect(whole["linked/c.wav.mirroredBars.png"] != nil, "\(whole.keys)")
    library.shell("rm library/.wavethumb/linked/c.wav.mirroredBars.png")
    #expect(try verify(library, options: "--repair").status == 0)
    #expect(try library.tree("library/.wavethumb") == whole)
  }

  /// All options recorded in a manifest, each with a value other than its default.
  private static let options = [
    "--style bars --size 300x60 --bars 40 --spacing 1 --corner-radius 0 --bar-width 3",
    "--style dots --dot-size 3 --scale 3 --color #12345678 --background across:red,#0000",
    "--style circular --inner-radius 0.2 --thickness 6 --gradient red,blue",
    "--style line --thickness 3 --curve db --measure peak --normalize none --channels split",
    "--style sine --frequency 2.5 --phase 0.125 --at 0:00.3",
    "--playhead 0:00.5 --unplayed-color red",
    "--playhead 0.123456789 --unplayed-gradient red,lime",
    "--animate 1@10 --size 60x30",
    "--movement reactive:1.2 --at 0.4",
    "--movement idle --at 0:00.3",
    "--movement combined:0.5 --playhead 0.5",
    "--range 0:00.01-",
    "--markers auto --marker-color red,blue --font {}/font.ttf",
    "--cover auto --cover-dim 0.25 --placeholder",
    "--channels split --lane-names",
    "--style spectrogram --palette grey --frequency-axis linear --size 60x30 --timeout 100",
    "--style spectrogram --window 512 --caption --size 90x60",
    "--style spectrogram --frequency-range 50..2k --level-range -110..-20 --size 60x30",
    "--color-by bands --palette red,lime,#0000ff80 --style dots --data spectrogram",
    "--color-by pitch --palette navy,gold --style circular --data json",
    "--data json --levels 3 --spectrum --data dat --zoom 64 --bits 16 --format svg --format png",
    "--data wavesurfer --points 77 --data peaks --pixels-per-second 50",
    "--max-duration 2 --ffmpeg",
    "--axes --clock --analyze",
    "--silence -30:0.5 --analyze --data chapters",
    "--mark-clipping=lime --curve db --floor -40",
    "--mark-clipping --style dots",
  ]

  // A new option without a value here would never have been repaired.
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
    let message = "wavethumb: \"/nonexistent\" cannot be read: no such file or folder\n"
    #expect(run.errorOutput == message)
  }

  @Test(arguments: options)
  func `verify repairs pictures drawn with any options`(options: String) throws {
    let needsFFmpeg = options.contains("--ffmpeg")
    if needsFFmpeg && !hasFFmpeg { return }
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "Show/a.wav")
    try library.add("cbr.mp3", as: "b.mp3")
    library.shell("cp '\(TemporaryLibrary.fixtures)/../Fonts/square.ttf' font.ttf")
    #expect(try library.scan(options).status == 0)

    let whole = try library.tree("library/.wavethumb")
    // By the ledger and the manifest a repair knows which files are ours.
    for name in whole.keys where name != "manifest.json" && name != ".wavethumb-ledger" {
      damage(name, in: library)
    }

    // What starts a program or opens a file has to be given again.
    var given = ""
    if needsFFmpeg {
      given = "--ffmpeg"
    }
    if options.contains("--font") {
      given = "--font \(library.root)/font.ttf"
    }
    if !given.isEmpty {
      let refused = try verify(library, options: "--repair")
      #expect(refused.status == 1, "\(refused.errorOutput)")
      let message = "must be given as at the scan"
      #expect(refused.errorOutput.contains(message))
    }

    let repair = try verify(library, options: "--repair \(given)")
    #expect(repair.status == 0, "\(repair.errorOutput)")
    #expect(try library.tree("library/.wavethumb") == whole)
  }

  // Bytes of the version, the generator, the settings and the counts, in which one bit is flipped.
  private static let offsetsInHead = [0, 1, 14, 22, 30, 42, 50, 120, 200, 300, 500]

  @Test(arguments: offsetsInHead)
  func `replaces a manifest whose head is damaged, as a scan does`(offset: Int) throws {
    let options = "--color #112233"
    let library = try library(options)
    let name = ".wavethumb/manifest.json"
    let whole = try library.contents("library/" + name)
    var damaged = whole
    damaged[offset] ^= 0x02

    try library.write(damaged, to: name)
    let scan = try library.scan(options)
    #expect(scan.status == 0, "\(scan.errorOutput)")
    #expect(try library.contents("library/" + name) == whole)

    try library.write(damaged, to: name)
    let repair = try verify(library, options: "--repair")
    #expect(repair.status == 0, "\(repair.errorOutput)")
    #expect(try library.contents("library/" + name) == whole)
  }

  // The last byte of a word in the settings becomes another one. `3 ^ 4` is 7 and `3 ^ 0x55` is f, so
  // that the color stays valid; of a letter `0x55` makes what no word ends with.
  @Test(arguments: [
    ("#112233", UInt8(4)),
    ("#112233", 0x55),
    ("bars", 0x55),
    ("settings", 0x55),
    ("linear", 0x55),
  ])
  func `takes options from the ledger if those of the manifest are damaged`(
    word: String,
    change: UInt8
  ) throws {
    let library = try library("--color #112233 --style bars")
    let whole = try library.tree("library/.wavethumb")
    var manifest = try library.contents("library/.wavethumb/manifest.json")
    let range = try #require(manifest.firstRange(of: Array(word.utf8)))
    manifest[range.upperBound - 1] ^= change
    try library.write(manifest, to: ".wavethumb/manifest.json")

    let run = try CommandRun(
      "verify \(library.output) --repair --cache \(library.root)/another"
    )
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(try library.tree("library/.wavethumb") == whole)
  }

  // A number that is still one, a count that is wrong, and what is no JSON.
  @Test(arguments: [
    #"s/"durationMs":/&1/"#, #"s/"ok":2/"ok":1/"#, #"s/"peak":0/"peak":?/"#,
  ])
  func `verify detects and repairs one changed byte of the manifest`(damage: String) throws {
    let library = try library("--style line --data json")
    let whole = try library.tree("library/.wavethumb")
    library.shell("sed -i '\(damage)' library/.wavethumb/manifest.json")
    #expect(try library.tree("library/.wavethumb") != whole)
    let run = try verify(library)
    #expect(run.status == 4)
    #expect(run.errorOutput.contains("damaged manifest.json"))
    let repair = try verify(library, options: "--repair")
    #expect(repair.status == 0, "\(repair.errorOutput)")
    #expect(try library.tree("library/.wavethumb") == whole)
  }

  @Test func `verify detects and repairs a whole manifest of an earlier scan`() throws {
    let library = try library()
    let earlier = try library.contents("library/.wavethumb/manifest.json")
    try library.add("mono.wav", as: "c.wav")
    #expect(try library.scan().status == 0)
    let whole = try library.tree("library/.wavethumb")
    // Complete and with a right digest, but not the one that the ledger names.
    try library.write(earlier, to: ".wavethumb/manifest.json")
    let run = try verify(library)
    #expect(run.status == 4)
    #expect(run.errorOutput.contains("damaged manifest.json"))
    #expect(try verify(library, options: "--repair").status == 0)
    #expect(try library.tree("library/.wavethumb") == whole)
  }

  @Test func `verify has a missing manifest written again`() throws {
    let library = try library("--data dat")
    let whole = try library.tree("library/.wavethumb")
    library.shell("rm library/.wavethumb/manifest.json")
    let run = try verify(library)
    #expect(run.status == 4)
    #expect(run.errorOutput.contains("missing manifest.json"))
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
    let library = try library()
    let manifest = try library.contents("library/.wavethumb/manifest.json")
    try library.write(Array(manifest.dropLast(9)), to: ".wavethumb/manifest.json")
    let run = try verify(library)
    #expect(run.status == 4)
    #expect(run.errorOutput.contains("damaged manifest.json"))

    try library.write("{}", to: ".wavethumb/manifest.json")
    #expect(try verify(library).status == 1)
  }

  @Test func `verify requires the library`() throws {
    let library = try library("--output {}/out")
    library.shell("truncate -s -1 out/b.mp3.mirroredBars.png")
    // No output says where its library is: a repair reads nothing that was not named.
    let verify = "verify out --repair --cache cache"
    let unnamed = try CommandRun(verify, in: library.root)
    #expect(unnamed.status == 1)
    #expect(unnamed.errorOutput.contains("--library DIR"))

    let named = try CommandRun("\(verify) --library library", in: library.root)
    #expect(named.status == 0, "\(named.errorOutput)")
  }

  @Test func `--known-failures ok ignores listed failures`() throws {
    let library = try TemporaryLibrary()
    try library.add("html.mp3", as: "b.mp3")
    // The first run does not know the failure.
    #expect(try library.scan("--known-failures ok").status == 3)
    #expect(try library.scan().status == 3)
    #expect(try library.scan("--known-failures ok").status == 0)
    #expect(try library.scan("--known-failures ok --check").status == 0)
    #expect(try library.scan("--known-failures ok --no-cache").status == 0)

    // Another one is not known because the first is.
    try library.add("text.ogg", as: "c.ogg")
    #expect(try library.scan("--known-failures ok").status == 3)
    #expect(try library.scan("--known-failures ok").status == 0)
    #expect(try library.scan("--known-failures perhaps").status == 2)
  }
}
