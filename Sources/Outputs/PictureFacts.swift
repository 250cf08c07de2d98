package import Thumbnails

/// The facts of a picture in the manifest, besides its name and its bytes.
package struct PictureFacts: Sendable, Equatable {
  package var format: OutputFormat
  package var style: String
  package var scale: Int
  package var width: Int
  package var height: Int
  package var gamma: Double
  /// Whether the picture shows album art; nil if none was requested.
  package var showsCover: Bool?
  /// The timing of an animation; nil for a still.
  package var animation: AnimationTiming?

  package init(
    format: OutputFormat, style: String, scale: Int, width: Int, height: Int, gamma: Double,
    animation: AnimationTiming? = nil
  ) {
    self.format = format
    self.style = style
    self.scale = scale
    self.width = width
    self.height = height
    self.gamma = gamma
    self.animation = animation
  }
}

package enum PictureName {
  /// Returns the part of a picture's name after the recording's name: `.mirroredBars@2x.png`.
  package static func suffix(
    _ style: WaveformStyle, showsCover: Bool, scale: Int = 1, _ format: OutputFormat
  ) -> String {
    suffix(
      style: showsCover ? "\(style.rawValue)-cover" : style.rawValue, scale: scale,
      ending: format.ending)
  }

  /// Returns the suffix for a modified name of a style.
  static func suffix(style: String, scale: Int, ending: String) -> String {
    (scale == 1 ? ".\(style)" : ".\(style)@\(scale)x") + ending
  }

  /// Returns the recording's name: `ep1.mp3` for `ep1.mp3.mirroredBars@2x.png`.
  static func recordingName(of fileName: [UInt8], _ format: OutputFormat) -> [UInt8]? {
    guard let stem = format.stem(of: fileName), let point = stem.lastIndex(of: UInt8(ascii: "."))
    else { return nil }
    return Array(stem[..<point])
  }
}
