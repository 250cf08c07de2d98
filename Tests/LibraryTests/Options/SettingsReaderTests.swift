import Testing
import WavethumbBytes
import WavethumbSystem

@testable import WavethumbLibrary
@testable import WavethumbOptions

/// `--repair` scans with the options that it reads from the manifest.
@Suite struct `The settings of a manifest` {
  /// Cases that `OptionSample` lacks: times, moments, boosts and frame rates.
  private static let others = [
    "--playhead 0:00.5", "--playhead 1:23.25", "--playhead 1:02:03", "--animate 1@10",
    "--animate 0.5", "--movement reactive:1.2 --at 0.4", "--movement combined:0 --at 0.4",
    "--movement idle --at 0:00.3", "--range 0:00.5-", "--range -0:01",
    "--background across:red,#0000",
    "--style all --scale 2 --scale 1 --scale 3", "--format svg --format png",
    "--data wavesurfer --measure rms", "--data wavesurfer --normalize auto --points 7",
    "--channels split --lane-names --ffmpeg", "--at 0.000000001", "--playhead 0.123456789",
    "--gradient red,#12345678 --unplayed-color none --playhead 1",
    "--data spectrogram --levels 7",
  ]

  private func check(_ line: String) throws {
    guard case .scan(let scan) = try CommandLineParser.parse(arguments(line)) else {
      Issue.record("not a scan: \(line)")
      return
    }
    // Compared as text: two options that are written alike draw the same pictures.
    let settings = ScanSettings(scan.recordings, ffmpeg: nil)
    let json = try JSONValue(settings.text)
    let last = LastOptions(settings: json, choices: scan.choices)
    let answer = SettingsReader.options(in: last, for: Self.bare(allowing: scan.decoding.ffmpeg))
    guard case .options(let read, []) = answer else {
      Issue.record("unknown: \(line)")
      return
    }
    #expect(read.formats == scan.recordings.formats, "\(line)")
    #expect(ScanSettings(read.recordings, ffmpeg: nil).text == settings.text, "\(line)")
    #expect(read.choices == scan.choices)
    #expect(read.page == scan.page)
    #expect(read.excludes == scan.excludes)
    try checkWords(of: last, written: settings)
  }

  /// Checks that the words which a report prints have the same settings.
  private func checkWords(of last: LastOptions, written settings: ScanSettings) throws {
    let words = ["scan", "lib"].map { word in Array(word.utf8) } + SettingsReader.words(of: last)
    guard case .scan(let typed) = try CommandLineParser.parse(words, config: nil) else {
      Issue.record("not a scan")
      return
    }
    #expect(ScanSettings(typed.recordings, ffmpeg: nil).text == settings.text)
    #expect(typed.choices == last.choices)
  }

  /// The options of a scan without any, but for what it may use of ffmpeg.
  private static func bare(allowing use: FFmpegUse) -> ScanOptions {
    var scan = ScanOptions(library: Array("lib".utf8))
    scan.recordings.decoding.ffmpeg = use
    return scan
  }

  @Test(arguments: OptionTable.shapingRows.indices)
  func `settings are read back as the options of the scan`(index: Int) throws {
    let row = OptionTable.shapingRows[index]
    // A font is a file, which only a command line may name.
    guard row.commands.contains(.scan), row.name != "font" else { return }
    let sample = try #require(OptionSample.ofOptions[row.name], "\(row.name)")
    for line in sample.lines(of: row) {
      try check(line)
    }
  }

  @Test(arguments: others)
  func `settings are read back with values of any form`(options: String) throws {
    try check("scan lib " + options)
  }

  /// Also options that add to each other's values, as `--levels` adds `json` to `--data`.
  @Test(arguments: OptionTable.shapingRows.indices)
  func `settings of any two options are read back`(index: Int) throws {
    let rows = OptionTable.shapingRows.filter { $0.commands.contains(.scan) && $0.name != "font" }
    guard let row = rows.first(where: { $0.name == OptionTable.shapingRows[index].name }) else {
      return
    }
    let lines = try #require(OptionSample.ofOptions[row.name]).lines(of: row)
    for other in rows where other.name != row.name {
      let options = try #require(OptionSample.ofOptions[other.name]).lines(of: other)
        .map { $0.dropFirst("scan lib ".count) }
      for line in lines {
        for option in options {
          do {
            try check("\(line) \(option)")
          } catch is UsageError {
            // The two exclude each other.
            continue
          }
        }
      }
    }
  }

  /// Returns the answer for the settings of a scan without options, with others in front of them.
  private func answer(
    _ settings: String
  ) throws -> SettingsReader.Answer {
    var text = String(decoding: ScanSettings(RecordingOptions(), ffmpeg: nil).text, as: UTF8.self)
    text.replace("{", with: "{\(settings)", maxReplacements: 1)
    let last = LastOptions(settings: try JSONValue(Array(text.utf8)))
    return SettingsReader.options(in: last, for: Self.bare(allowing: .sound))
  }

  // Anyone may have written a manifest, and `verify --repair` takes its options from it: one that
  // somebody sent must neither start ffmpeg nor open a file of whoever repairs.
  @Test func `settings start no program and open no file`() throws {
    for (asked, allowed) in [
      (FFmpegUse.all, FFmpegUse.sound),
      (.all, .off),
      (.sound, .off),
    ] {
      let last = LastOptions(settings: try JSONValue(ScanSettings(ffmpeg: asked).text))
      let answer = SettingsReader.options(in: last, for: Self.bare(allowing: allowed))
      guard case .options(let options, ["ffmpeg"]) = answer else {
        Issue.record("\(asked) \(allowed): \(answer)")
        return
      }
      #expect(options.decoding.ffmpeg == allowed)
      // What was drawn with more stays up to date.
      #expect(ScanSettings(options.recordings, ffmpeg: nil).value == last.settings)
    }
    let font = #""font": "0123456789abcdef0123456789abcdef", "fontPath": "/etc/shadow","#
    guard case .options(let options, ["font"]) = try answer(font) else {
      Issue.record("\(try answer(font))")
      return
    }
    #expect(options.pictures.fontPath == nil)
    for settings in [#""overlay": ["/etc/shadow"],"#, #""markers": "/etc/shadow","#] {
      guard case .unknown = try answer(settings) else {
        Issue.record("\(try answer(settings))")
        return
      }
    }
  }

  @Test func `settings may ask for less of ffmpeg than the command line allows`() throws {
    for use in FFmpegUse.allCases {
      let settings = try JSONValue(ScanSettings(ffmpeg: use).text)
      let last = LastOptions(settings: settings)
      let answer = SettingsReader.options(in: last, for: Self.bare(allowing: .all))
      guard case .options(let read, []) = answer else {
        Issue.record("\(use)")
        return
      }
      #expect(read.decoding.ffmpeg == use)
      #expect(SettingsReader.optionsWithoutPrograms(in: settings)?.decoding.ffmpeg == .off)
    }
  }

  /// Returns the answer for these choices, as lines of a file of options.
  private func answer(choosing lines: [String]) throws -> SettingsReader.Answer {
    let settings = try JSONValue(ScanSettings(.standard, ffmpeg: nil).text)
    let choices = lines.map { line in RememberedChoice(line: Array(line.utf8)[...]) }
    let last = LastOptions(settings: settings, choices: choices)
    return SettingsReader.options(in: last, for: Self.bare(allowing: .sound))
  }

  @Test(arguments: [
    "output=/home", "manifest=/etc/passwd", "font=/etc/shadow", "ffmpeg=all", "ffmpeg",
    "config=/etc",
    "cache=/tmp", "force", "prune=unlisted", "isolation=off", "jobs=1", "style=dots", "unknown", "",
    "=", "page=x", "follow=1", "exclude", "exclude=", "media-url=javascript:alert(1)", "media-url=",
    "page-title=x",
  ])
  func `choices that no scan remembers are not believed`(line: String) throws {
    guard case .unknown = try answer(choosing: [line]) else {
      Issue.record("\(line): \(try answer(choosing: [line]))")
      return
    }
  }

  @Test func `a choice that is named replaces that one alone`() throws {
    let typed = "scan lib --page --page-title A --exclude a --exclude b --follow --max-duration 2"
    guard case .scan(let last) = try CommandLineParser.parse(arguments(typed)),
      case .scan(let next) = try CommandLineParser.parse(arguments("scan lib --exclude c"))
    else { return }
    #expect(!last.repeatsLast)
    #expect(next.repeatsLast)
    let settings = try JSONValue(ScanSettings(last.recordings, ffmpeg: nil).text)
    let remembered = LastOptions(settings: settings, choices: last.choices)
    guard case .options(let options, []) = SettingsReader.options(in: remembered, for: next) else {
      Issue.record("unknown")
      return
    }
    #expect(options.excludes == [Glob(Array("c".utf8))].compactMap(\.self))
    #expect(options.followsLinks)
    #expect(options.decoding.maximumHours == 2)
    #expect(options.page?.title == "A")
    let lines = options.choices.map { choice in String(decoding: choice.line, as: UTF8.self) }
    #expect(lines == ["page", "page-title=A", "exclude=c", "follow"])
  }

  @Test func `a path of a font is a word of the command, and its digest is none`() throws {
    let text = #"{"font": "0123456789abcdef0123456789abcdef", "fontPath": "/fonts/a b.ttf"}"#
    let words = SettingsReader.words(of: LastOptions(settings: try JSONValue(Array(text.utf8))))
    #expect(words.suffix(2) == ["--font", "/fonts/a b.ttf"].map { word in Array(word.utf8) })
  }

  @Test func `settings with the same font at another path are equal`() throws {
    // The content of a font is in the settings too, by its digest. A library that moves to a
    // machine with its fonts elsewhere is not drawn again.
    var options = RecordingOptions()
    options.pictures.fontPath = "/fonts/a.ttf"
    let elsewhere = ScanSettings(options, ffmpeg: nil)
    options.pictures.fontPath = "/b.ttf"
    #expect(ScanSettings(options, ffmpeg: nil).key == elsewhere.key)
    #expect(ScanSettings(options, ffmpeg: nil).value == elsewhere.value)
  }
}

extension ScanSettings {
  fileprivate init(ffmpeg: FFmpegUse) {
    var options = RecordingOptions()
    options.decoding.ffmpeg = ffmpeg
    self.init(options, ffmpeg: nil)
  }
}
