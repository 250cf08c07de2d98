package import Thumbnails

/// The facts of a picture in the manifest, besides its name and its bytes.
package struct PictureFacts: Sendable, Equatable {
  package var format: OutputFormat
  package var style: String
  package var scale: Int
  package var width: Int
  package var height: Int
  // With it a program gets levels back from heights.
  package var gamma: Double
  /// Whether the picture shows album art; nil if none was requested.
  package var showsCover: Bool?
  /// The timing of an animation; nil for a still.
  package var animation: AnimationTiming?

  package init(
    format: OutputFormat,
    style: String,
    scale: Int,
    width: Int,
    height: Int,
    gamma: Double,
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
