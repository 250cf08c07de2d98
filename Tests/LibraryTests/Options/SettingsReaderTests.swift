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
    guard case .options(let read) = SettingsReader.options(in: json, given: scan.recordings) else {
      Issue.record("unknown: \(line)")
      return
    }
    #expect(read.formats == scan.recordings.formats, "\(line)")
    #expect(ScanSettings(read, ffmpeg: nil).text == settings.text, "\(line)")
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
    _ settings: String,
    given options: String = ""
  ) throws -> SettingsReader.Answer {
    let command = try CommandLineParser.parse(arguments("scan lib \(options)"))
    guard case .scan(let scan) = command else { throw UsageError.noCommand }
    var text = String(decoding: ScanSettings(RecordingOptions(), ffmpeg: nil).text, as: UTF8.self)
    text.replace("{", with: "{\(settings)", maxReplacements: 1)
    return SettingsReader.options(in: try JSONValue(Array(text.utf8)), given: scan.recordings)
  }

  // Anyone may have written a manifest, and `verify --repair` takes its options from it: one that
  // somebody sent must neither start ffmpeg nor open a file of whoever repairs.
  @Test func `settings start no program and open no file`() throws {
    var given = RecordingOptions()
    for (asked, allowed) in [
      (FFmpegUse.all, FFmpegUse.sound),
      (.all, .off),
      (.sound, .off),
    ] {
      given.decoding.ffmpeg = allowed
      let settings = SettingsReader.options(
        in: try JSONValue(ScanSettings(ffmpeg: asked).text),
        given: given
      )
      guard case .needs(["ffmpeg"]) = settings else {
        Issue.record("\(asked) \(allowed): \(settings)")
        return
      }
    }
    let font = #""font": "0123456789abcdef0123456789abcdef", "fontPath": "/etc/shadow","#
    guard case .needs(["font"]) = try answer(font) else {
      Issue.record("\(try answer(font))")
      return
    }
    for settings in [#""overlay": ["/etc/shadow"],"#, #""markers": "/etc/shadow","#] {
      guard case .unknown = try answer(settings) else {
        Issue.record("\(try answer(settings))")
        return
      }
    }
  }

  @Test func `settings may ask for less of ffmpeg than the command line allows`() throws {
    for use in FFmpegUse.allCases {
      var given = RecordingOptions()
      given.decoding.ffmpeg = .all
      let settings = try JSONValue(ScanSettings(ffmpeg: use).text)
      guard case .options(let read) = SettingsReader.options(in: settings, given: given) else {
        Issue.record("\(use)")
        return
      }
      #expect(read.decoding.ffmpeg == use)
      #expect(SettingsReader.optionsWithoutPrograms(in: settings)?.decoding.ffmpeg == .off)
    }
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
