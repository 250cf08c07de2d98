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

enum PictureName {
  /// Returns the part of a picture's name after the recording's name: `.line-cover@2x.png`.
  static func suffix(
    _ style: WaveformStyle, mark: String, scale: Int = 1, _ format: OutputFormat
  ) -> String { ".\(style)\(mark)" + (scale == 1 ? "" : "@\(scale)x") + format.ending }

  /// Returns the recording's name: `ep1.mp3` for `ep1.mp3.mirroredBars@2x.png`.
  static func recordingName(of fileName: [UInt8], _ format: OutputFormat) -> [UInt8]? {
    guard let stem = format.stem(of: fileName), let point = stem.lastIndex(of: UInt8(ascii: "."))
    else { return nil }
    return Array(stem[..<point])
  }
}
