import Bytes
import Codecs
import Decoding
import Outputs
import Raster
import Thumbnails
import Waveform

/// What makes a picture what it is besides its recording: the options that shape it, and who draws.
struct ScanSettings: Sendable {
  /// Raised whenever the same options give other pixels, bytes or entries than before.
  static let formatVersion = 2

  /// The options as they stand in the manifest.
  let text: [UInt8]
  /// The same as a value, to compare with what a manifest says.
  let value: JSONValue?
  /// Stands for options, versions of this program and of its libraries.
  let key: ContentDigest
  let measuring: MeasuringKeys

  init(_ options: ScanOptions, _ ffmpeg: FFmpegProgram?) {
    var json = JSONWriter(.indented, depth: 1)
    json.object { json in
      Self.write(options.pictures, &json)
      Self.write(options.formats, &json)
      json.member("ffmpeg", options.decoding.usesFFmpeg)
      json.member("maxDurationHours", options.decoding.longestHours, decimals: 6)
    }
    let text = json.take()
    self.text = text
    value = Self.value(of: text)
    let makers = [
      Generator.name, "\(Self.formatVersion)", LibraryVersions.all, ffmpeg?.version ?? "",
    ]
    key = ContentDigest(of: text + Array(makers.joined(separator: " ").utf8))
    measuring = MeasuringKeys(options.pictures, options.decoding, ffmpeg)
  }

  private static func value(of text: [UInt8]) -> JSONValue? {
    do { return try JSONValue(text) } catch { return nil }
  }

  private static func write(_ pictures: PictureOptions, _ json: inout JSONWriter) {
    let look = pictures.look
    json.name("styles")
    json.array(pictures.styles) { json, style in json.value(style.rawValue) }
    json.name("scales")
    json.array(pictures.scales) { json, scale in json.value(scale) }
    if let size = look.size { json.member("size", "\(size.width)x\(size.height)") }
    if let bars = look.bars { json.member("bars", bars) }
    let lengths: [(String, Double?)] = [
      ("spacing", look.spacing), ("cornerRadius", look.cornerRadius),
      ("barWidth", look.barWidth), ("dotSize", look.dotSize),
      ("innerRadius", look.innerRadius), ("thickness", look.thickness),
    ]
    for case (let name, let length?) in lengths { json.member(name, length, decimals: 6) }
    write(look.colors, &json)
    switch pictures.playhead {
    case .fraction(let fraction): json.member("playhead", fraction, decimals: 9)
    case .seconds(let seconds): json.member("playheadSeconds", seconds, decimals: 9)
    case nil: break
    }
    MovementSettings(pictures).write(&json)
    if let range = pictures.range { json.member("range", range.text) }
    if let levels = pictures.levels { json.member("levels", levels) }
    MarkerSettings(pictures).write(&json)
    json.member("measure", look.scaling.measure.rawValue)
    json.member("curve", look.scaling.curve.rawValue)
    json.member("normalize", look.scaling.normalize.rawValue)
    json.member("channels", look.splitsChannels ? "split" : "mix")
  }

  private static func write(_ formats: Set<OutputFormat>, _ json: inout JSONWriter) {
    let asked = OutputFormat.allCases.filter(formats.contains)
    let data = asked.filter { $0.kind == .data }.map(\.rawValue)
    json.member("data", data.isEmpty ? "none" : data.joined(separator: ","))
    let pictures = asked.filter { $0.kind == .picture }
    if pictures != [.png] {
      json.name("formats")
      json.array(pictures) { json, format in json.value(format.rawValue) }
    }
  }

  private static func write(_ colors: WaveformColors, _ json: inout JSONWriter) {
    json.member("color", colors.played.hexText)
    json.member("unplayedColor", colors.unplayed.hexText)
    json.member("background", colors.background?.hexText ?? "none")
    for (name, gradient) in [
      ("gradient", colors.playedGradient), ("unplayedGradient", colors.unplayedGradient),
    ] {
      guard let gradient else { continue }
      json.name(name)
      json.array(gradient.stops) { json, stop in json.value(stop.color.hexText) }
    }
  }
}

extension Color {
  /// The colour as `#rrggbbaa`.
  var hexText: String {
    let digits = [red, green, blue, alpha].flatMap { Hexadecimal.digits(UInt64($0), count: 2) }
    return "#" + String(decoding: digits, as: UTF8.self)
  }
}
