package import Thumbnails

/// The facts of a picture in the manifest, beside its name and its bytes.
package struct PictureFacts: Sendable, Equatable {
  package var format: OutputFormat
  package var style: String
  package var scale: Int
  package var width: Int
  package var height: Int
  package var gamma: Double
  /// Whether art lies beneath it; nothing where none was asked for.
  package var showsCover: Bool?
  /// Nothing of a still.
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
