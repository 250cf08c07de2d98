import Raster
import Waveform

public enum Curve: String, CaseIterable, Sendable { case linear, sqrt, db }
public enum Normalize: String, CaseIterable, Sendable { case auto, file, none }
extension Color {
  static let names = [
    "tomato": Color(red: 255, green: 99, blue: 71),
    "dodgerblue": Color(red: 30, green: 144, blue: 255),
  ]
  init?(css: String) {
    if css == "none" || css == "transparent" {
      self.init(red: 0, green: 0, blue: 0, alpha: 0); return
    }
    if let named = Self.names[css.lowercased()] { self = named; return }
    guard css.hasPrefix("#"), let value = UInt32(css.dropFirst(), radix: 16) else { return nil }
    self.init(
      red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
      blue: UInt8(truncatingIfNeeded: value))
  }
}
