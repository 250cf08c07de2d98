import Outputs
import Raster
import Thumbnails
import Waveform
import WavethumbBytes
import WavethumbSystem

/// A value that can be written to the settings of a manifest, and read back as a user types it.
// As a user types it: settings are read by the same parsers as a command line, and need no others.
protocol SettingValue: Sendable {
  func write(as name: String, to json: inout JSONWriter)
  /// Returns the elements of the value in the settings as text for the command line; none if it is
  /// absent.
  static func arguments(in settings: JSONValue, as name: String) -> [[UInt8]]
}

extension SettingValue {
  static func arguments(in settings: JSONValue, as name: String) -> [[UInt8]] {
    guard let argument = settings[name]?.typed else { return [] }
    return [argument]
  }
}

extension JSONValue {
  /// The value as text for the command line, empty for a flag; nil for other kinds of values.
  fileprivate var typed: [UInt8]? {
    switch self {
    case .string(let text): Array(text.utf8)
    case .integer(let number): Array("\(number)".utf8)
    case .number(let number): Self.plain(number)
    case .bool(true): []
    case .bool(false), .null, .array, .object: nil
    }
  }

  /// Returns a number without an exponent.
  // `DecimalNumber` reads none. Nine decimals are a nanosecond of a time, and more than are written.
  fileprivate static func plain(_ number: Double) -> [UInt8] {
    Array(JSONNumber.rounded(number, decimals: 9).utf8)
  }
}

/// A value that is a single JSON string or number, also in an array.
protocol SettingElement: SettingValue {
  func append(to json: inout JSONWriter)
}

extension SettingElement {
  func write(as name: String, to json: inout JSONWriter) {
    json.name(name)
    append(to: &json)
  }
}

extension SettingElement where Self: RawRepresentable<String> {
  func append(to json: inout JSONWriter) { json.value(rawValue) }
}

extension Bool: SettingElement {
  func append(to json: inout JSONWriter) { json.value(self) }
}

extension Int: SettingElement {
  func append(to json: inout JSONWriter) { json.value(self) }
}

extension Double: SettingElement {
  // Finer than any option changes a picture, and 0.1 is written as 0.1.
  func append(to json: inout JSONWriter) { json.value(self, decimals: 6) }
}

extension String: SettingElement {
  func append(to json: inout JSONWriter) { json.value(self) }
}

extension RawPath: SettingElement {
  func append(to json: inout JSONWriter) { json.value(lossyText) }
}

extension Color: SettingElement {
  func append(to json: inout JSONWriter) { json.value(hexText) }
}

extension PlayedPaint: SettingElement {
  func append(to json: inout JSONWriter) {
    switch self {
    case .automatic: json.value("auto")
    case .color(let color): json.value(color.hexText)
    case .currentColor: json.value("currentColor")
    }
  }
}

extension BackgroundPaint {
  var settingText: String {
    switch self {
    case .color(let color): color.hexText
    case .gradient(let gradient, let direction):
      "\(direction.rawValue):" + gradient.stops.map(\.color.hexText).joined(separator: ",")
    }
  }
}

extension ClosedRange: SettingValue where Bound == Double {}
extension ClosedRange: SettingElement where Bound == Double {
  func append(to json: inout JSONWriter) {
    let ends = [lowerBound, upperBound].map { bound in JSONNumber.rounded(bound, decimals: 6) }
    json.value(ends.joined(separator: ".."))
  }
}

extension Palette: SettingElement {
  func append(to json: inout JSONWriter) {
    switch self {
    case .named(let palette): json.value(palette.rawValue)
    case .colors(let gradient):
      json.value(gradient.stops.map(\.color.hexText).joined(separator: ","))
    }
  }
}

extension SilenceRule: SettingElement {
  func append(to json: inout JSONWriter) {
    let numbers = [level, seconds].map { number in JSONNumber.rounded(number, decimals: 6) }
    json.value(numbers.joined(separator: ":"))
  }
}

extension ThumbnailSize: SettingElement {
  func append(to json: inout JSONWriter) { json.value("\(width)x\(height)") }
}

extension WaveformStyle: SettingElement {}
extension PointsRequest.Bits: SettingElement {}
extension Measure: SettingElement {}
extension CoverSource: SettingElement {}
extension FFmpegUse: SettingElement {}
extension ColorBy: SettingElement {}
extension WaveformScaling.Curve: SettingElement {}
extension WaveformScaling.Normalize: SettingElement {}

extension Gradient: SettingValue {
  func write(as name: String, to json: inout JSONWriter) {
    stops.map(\.color).write(as: name, to: &json)
  }

  static func arguments(in settings: JSONValue, as name: String) -> [[UInt8]] {
    [Color].arguments(in: settings, as: name)
  }
}

extension Playhead: SettingValue {
  func write(as name: String, to json: inout JSONWriter) {
    switch self {
    case .fraction(let fraction): json.member(name, fraction, decimals: 9)
    case .seconds(let seconds): json.member("\(name)Seconds", seconds, decimals: 9)
    }
  }

  /// Returns a time with a colon, without which it would be read as a fraction.
  static func arguments(in settings: JSONValue, as name: String) -> [[UInt8]] {
    guard let seconds = settings["\(name)Seconds"]?.double else {
      guard let fraction = settings[name]?.typed else { return [] }
      return [fraction]
    }
    // Clamped before it becomes an integer: anyone may have written the settings.
    let minutes = Int(min(max(seconds, 0), 1e12) / 60)
    return [Array("\(minutes):".utf8) + JSONValue.plain(seconds - Double(minutes) * 60)]
  }
}

extension WaveformMovement: SettingValue {
  func write(as name: String, to json: inout JSONWriter) {
    json.member(name, spelling.kind)
    if let boost = spelling.boost {
      json.member("boost", boost, decimals: 6)
    }
  }

  static func arguments(in settings: JSONValue, as name: String) -> [[UInt8]] {
    guard let kind = settings[name]?.typed else { return [] }
    guard let boost = settings["boost"]?.double else { return [kind] }
    return [kind + [UInt8(ascii: ":")] + JSONValue.plain(boost)]
  }
}

extension AnimationTiming: SettingValue {
  func write(as name: String, to json: inout JSONWriter) {
    json.member("animationSeconds", seconds, decimals: 6)
    json.member("framesPerSecond", framesPerSecond)
  }

  static func arguments(in settings: JSONValue, as name: String) -> [[UInt8]] {
    guard let seconds = settings["animationSeconds"]?.double,
      let rate = settings["framesPerSecond"]?.int
    else { return [] }
    return [JSONValue.plain(seconds) + Array("@\(rate)".utf8)]
  }
}

extension MarkerSource: SettingValue {
  func write(as name: String, to json: inout JSONWriter) {
    switch self {
    case .none: break
    // Only `render` takes a file, and it writes no manifest.
    case .automatic, .file: json.member(name, "auto")
    }
  }
}

/// A list is written unless it is empty.
extension Array: SettingValue where Element: SettingElement {
  func write(as name: String, to json: inout JSONWriter) {
    guard !isEmpty else { return }
    json.member(name, array: self) { json, element in element.append(to: &json) }
  }

  static func arguments(in settings: JSONValue, as name: String) -> [[UInt8]] {
    (settings[name]?.array ?? []).compactMap(\.typed)
  }
}

/// An option that was not given is not written.
extension Optional: SettingValue where Wrapped: SettingValue {
  func write(as name: String, to json: inout JSONWriter) {
    self?.write(as: name, to: &json)
  }

  static func arguments(in settings: JSONValue, as name: String) -> [[UInt8]] {
    Wrapped.arguments(in: settings, as: name)
  }
}

/// The names of formats, of data each with its version.
struct FormatNames: SettingElement {
  let text: String

  func append(to json: inout JSONWriter) { json.value(text) }

  static func arguments(in settings: JSONValue, as name: String) -> [[UInt8]] {
    guard let names = settings[name]?.string, names != none else { return [] }
    // The version of a format follows a space.
    return names.split(separator: ",").map { name in
      Array(name.prefix { character in character != " " }.utf8)
    }
  }

  static let none = "none"
}
