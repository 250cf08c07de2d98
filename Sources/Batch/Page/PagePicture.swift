import Library
import Outputs
import Raster
import System
import Thumbnails

/// Which of a recording's pictures the page shows, and what it is called.
struct PagePicture: Sendable, Equatable {
  let style: WaveformStyle
  let format: OutputFormat
  let size: ThumbnailSize
  /// The ends of the addresses of pictures after the path of their recording, the smallest picture
  /// first.
  let suffixes: [String]
  /// Whether the picture has a background; then the page shows the picture itself instead of using
  /// it as a mask.
  let isOpaque: Bool

  init?(_ options: PictureOptions, format: OutputFormat) {
    guard let style = options.pageStyle else { return nil }
    self.style = style
    self.format = format
    size = options.look.size ?? style.defaultSize
    suffixes = options.scales.map { scale in
      let suffix = PictureName.suffix(
        style, showsCover: options.cover != nil, scale: scale, format)
      return RawPath(suffix).percentEncoded
    }
    let colors = options.look.colors
    let hasGround = colors.backgroundGradient != nil || (colors.background?.alpha ?? 0) > 0
    isOpaque = options.cover != nil || hasGround
  }
}
