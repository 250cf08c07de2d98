package import Outputs
import Thumbnails

extension PictureOptions {
  /// Refuses what a format cannot show.
  package func check(_ formats: Set<OutputFormat>) throws(UsageError) {
    if formats.contains(.svg) {
      if animation != nil { throw .exclusive("animate", "format svg") }
      if let style = styles.first(where: { !$0.content.isOfShapes }) {
        throw .exclusive("style \(style)", "format svg")
      }
    }
    // Frames share their colours, of which a photograph has too many.
    if cover != nil, animation != nil { throw .exclusive("cover", "animate") }
    if look.colors.playedPaint == .currentColor, formats.contains(.png) {
      throw .exclusive("color currentColor", "format png")
    }
  }
}
