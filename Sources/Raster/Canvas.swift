/// A picture being made: premultiplied sRGB pixels of eight bits a component, row by row.
public struct Canvas: Sendable {
  public let width: Int
  public let height: Int
  /// Red lies in the lowest byte of a pixel, alpha in the highest: RGBA in memory.
  public internal(set) var pixels: [UInt32]
  /// What the canvas is known to hold without looking at its pixels.
  public internal(set) var ink: Ink

  public enum Ink: Sendable, Hashable {
    /// Nothing has been drawn.
    case none
    /// Every pixel is this colour at some opacity, or clear; the alpha given here means nothing.
    case one(Color)
    case many
  }

  /// A canvas of one colour, clear unless told otherwise.
  public init(width: Int, height: Int, background: Color = .clear) {
    precondition(width >= 0 && height >= 0)
    self.width = width
    self.height = height
    pixels = [UInt32](repeating: background.premultiplied, count: width * height)
    ink = background.alpha == 0 ? .none : .one(background)
  }

  var region: PixelRegion { PixelRegion(columns: 0..<width, rows: 0..<height) }

  /// The pixels that a fill within a box and a clip touches; nil where there are none.
  func region(of box: ClipRectangle, clip: ClipRectangle?) -> PixelRegion? {
    var region = PixelRegion(touching: box, within: region)
    if let clip { region = PixelRegion(touching: clip, within: region) }
    return region.isEmpty ? nil : region
  }

  mutating func note(_ paint: Paint) {
    guard case .color(let color) = paint else { return ink = .many }
    switch ink {
    case .none: ink = .one(color)
    case .one(let known):
      if known.faded(to: 0) != color.faded(to: 0) { ink = .many }
    case .many: break
    }
  }
}
