@testable import WavethumbLibrary
@testable import WavethumbOptions

/// Two values of an option that change the output, and the options that they need.
struct OptionSample {
  let first: String
  let second: String
  let context: String

  init(_ first: String, _ second: String, with context: String = "") {
    self.first = first
    self.second = second
    self.context = context
  }

  /// A flag: present or absent.
  static let flag = OptionSample("", "")

  /// These options produce no output, or need a file that is not available here.
  static let withoutOutput: Set<String> = ["help", "version", "font", "config"]

  static let ofOptions: [String: OptionSample] = [
    "style": .init("bars", "dots"),
    "scale": .init("1", "2"),
    "size": .init("300x60", "200x90"),
    "bars": .init("10", "20"),
    "spacing": .init("1", "3"),
    "corner-radius": .init("0", "2"),
    "bar-width": .init("3", "6"),
    "dot-size": .init("3", "6"),
    "inner-radius": .init("0.2", "0.6"),
    "thickness": .init("3", "6"),
    "frequency": .init("2", "3"),
    "phase": .init("0.5", "1"),
    "color": .init("red", "blue"),
    "unplayed-color": .init("red", "blue", with: "--playhead 0.5"),
    "background": .init("white", "black"),
    "gradient": .init("red,blue", "lime,gold"),
    "unplayed-gradient": .init("red,blue", "lime,gold", with: "--playhead 0.5"),
    "playhead": .init("0.3", "0.6"),
    "movement": .init("progress", "reactive", with: "--at 0.5"),
    "at": .init("0.2", "0.9"),
    // Two frames and four, as each is drawn in every style.
    "animate": .init("0.1", "0.2"),
    // Of a recording of four seconds, with a mark at 0.5 s.
    "range": .init("0:00-0:01", "0:01-0:02"),
    "levels": .init("2", "3"),
    "overlay": .init("a.wav", "b.wav"),
    "overlay-color": .init("red", "blue", with: "--overlay a.wav"),
    "markers": .init("none", "auto"),
    "cover": .init("embedded", "folder"),
    "cover-dim": .init("0.2", "0.8", with: "--cover auto"),
    "placeholder": .flag,
    "axes": .flag,
    "clock": .init("", "", with: "--axes"),
    "mark-clipping": .flag,
    "palette": .init("color", "grey"),
    "color-by": .init("pitch", "bands"),
    "frequency-axis": .init("linear", "logarithmic"),
    "caption": .flag,
    "window": .init("256", "512"),
    // The recording has 1,000 frames a second, and no frequency above 500 Hz.
    "frequency-range": .init("50..200", "50..400"),
    "level-range": .init("-80..-20", "-120..0"),
    "marker-color": .init("red", "blue", with: "--markers auto"),
    "measure": .init("rms", "peak"),
    "curve": .init("linear", "db", with: "--at 0.3"),
    "floor": .init("-40", "-60", with: "--curve db"),
    "normalize": .init("file", "none"),
    "channels": .init("mix", "split"),
    "lane-names": .init("", "", with: "--channels split"),
    "output": .init("a.png", "b.png"),
    "format": .init("png", "svg"),
    "data": .flag("json"),
    "zoom": .init("64", "128", with: "--data dat"),
    "pixels-per-second": .init("50", "100", with: "--data dat"),
    "bits": .init("8", "16", with: "--data dat"),
    "points": .init("100", "200", with: "--data wavesurfer"),
    "spectrum": .init("", "", with: "--data json"),
    "analyze": .init("", "", with: "--data json"),
    "silence": .init("-30:1.75", "-50:1", with: "--analyze --data json"),
    "page": .flag,
    "media-url": .init("../a", "../b", with: "--page"),
    "manifest": .init("a", "b"),
    "page-title": .init("A", "B", with: "--page"),
    "cache": .init("a", "b"),
    "cache-size": .init("1M", "2M"),
    "no-cache": .flag,
    "prune": .flag,
    "clear": .flag,
    "exclude": .init("a*", "b*"),
    "follow": .flag,
    "ignore-inode": .flag,
    "ffmpeg": .init("off", "all"),
    "strict": .flag,
    "jobs": .init("1", "2"),
    "force": .flag,
    "dry-run": .flag,
    "check": .flag,
    "timeout": .init("5", "6"),
    // In hours: 3.6 s are less than the recording has, which is then refused.
    "max-duration": .init("0.001", "1"),
    "isolation": .init("auto", "off"),
    "json": .flag,
    "quiet": .flag,
    "verbose": .flag,
    "shard": .init("1/3", "2/3"),
    "status": .flag,
    "library": .init("a", "b"),
    "foreign": .flag,
    "repair": .flag,
    "recordings": .flag,
    "wait": .init("1", "2m"),
    "min-age": .init("30", "5m"),
    "files-from": .init("a", "-"),
    "columns": .init("path", "path,loudness"),
    "events": .flag,
    "sort": .init("path", "-loudness"),
    "where": .init("status=failed", "loudness=..-20"),
    "csv": .flag,
    "html": .flag,
    "null": .init("", "", with: "--files-from a"),
    "expect": .init("podcast", "findings=none"),
    "duplicates": .flag,
    "by-sound": .init("", "", with: "--duplicates"),
    "report": .init("a.html", "b.html"),
    "known-failures": .init("ok", "fail"),
  ]

  private static func flag(_ value: String) -> OptionSample { .init(value, value) }

  /// Returns two command lines that differ in this option only.
  func lines(of row: OptionRow) -> [String] {
    let start =
      if row.commands.contains(.scan) {
        "scan lib \(context)"
      } else if row.commands == [.list] {
        "list out \(context)"
      } else if row.commands == [.verify] {
        "verify out"
      } else {
        "render lib.wav \(context)"
      }
    let value = first.isEmpty ? "" : "=\(first)"
    if first == second { return [start, "\(start) --\(row.name)\(value)"] }
    return [first, second].map { "\(start) --\(row.name) \($0)" }
  }
}
