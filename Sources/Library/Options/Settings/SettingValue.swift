import Bytes
import Outputs
import Raster
import System
import Thumbnails
import Waveform

/// A value that can be written to the settings of a manifest.
protocol SettingValue: Sendable {
  func write(as name: String, to json: inout JSONWriter)
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
  func append(to json: inout JSONWriter) { json.value(self, decimals: 6) }
}

extension String: SettingElement {
  func append(to json: inout JSONWriter) { json.value(self) }
}

extension RawPath: SettingElement {
  func append(to json: inout JSONWriter) { json.value(utf8: bytes) }
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

extension ThumbnailSize: SettingElement {
  func append(to json: inout JSONWriter) { json.value("\(width)x\(height)") }
}

extension WaveformStyle: SettingElement {}
extension PointsRequest.Bits: SettingElement {}
extension Measure: SettingElement {}
extension CoverSource: SettingElement {}
extension WaveformScaling.Curve: SettingElement {}
extension WaveformScaling.Normalize: SettingElement {}

extension Gradient: SettingValue {
  func write(as name: String, to json: inout JSONWriter) {
    stops.map(\.color).write(as: name, to: &json)
  }
}

extension Playhead: SettingValue {
  func write(as name: String, to json: inout JSONWriter) {
    switch self {
    case .fraction(let fraction): json.member(name, fraction, decimals: 9)
    case .seconds(let seconds): json.member("\(name)Seconds", seconds, decimals: 9)
    }
  }
}

extension WaveformMovement: SettingValue {
  func write(as name: String, to json: inout JSONWriter) {
    switch self {
    case .progress: json.member(name, "progress")
    case .idle: json.member(name, "idle")
    case .reactive(let boost):
      json.member(name, "reactive")
      json.member("boost", boost, decimals: 6)
    case .combined(let boost):
      json.member(name, "combined")
      json.member("boost", boost, decimals: 6)
    }
  }
}

extension AnimationTiming: SettingValue {
  func write(as name: String, to json: inout JSONWriter) {
    json.member("animationSeconds", seconds, decimals: 6)
    json.member("framesPerSecond", framesPerSecond)
  }
}

extension MarkerSource: SettingValue {
  func write(as name: String, to json: inout JSONWriter) {
    switch self {
    case .none: break
    case .automatic, .file: json.member(name, "auto")
    }
  }
}

/// A list is written unless it is empty.
extension Array: SettingValue where Element: SettingElement {
  func write(as name: String, to json: inout JSONWriter) {
    guard !isEmpty else { return }
    json.name(name)
    json.array(self) { json, element in element.append(to: &json) }
  }
}

/// An option that was not given is not written.
extension Optional: SettingValue where Wrapped: SettingValue {
  func write(as name: String, to json: inout JSONWriter) { self?.write(as: name, to: &json) }
}
