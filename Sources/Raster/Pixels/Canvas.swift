/// A picture in memory: premultiplied sRGB pixels of eight bits per component, row by row.
public struct Canvas: Sendable {
  /// The size in pixels.
  public let width, height: Int
  /// Pixels in RGBA order in memory: red is the lowest byte, alpha the highest.
  // Premultiplied, as compositing needs it; for a palette, the PNG encoder divides once a color.
  public internal(set) var pixels: [UInt32]
  /// Whether coverage is rounded to fifteenths, for the frames of an animation.
  var hasCoarseEdges = false
  /// Whether drawing should stop; called regularly while something large is filled.
  var isStopped: @Sendable () -> Bool = { false }

  /// Creates a canvas of one color, transparent by default.
  public init(width: Int, height: Int, background: Color = .clear) {
    precondition(width >= 0 && height >= 0)
    self.width = width
    self.height = height
    pixels = [UInt32](repeating: background.premultiplied, count: width * height)
  }

  /// Creates a canvas, or returns nil if stopped: allocating a large picture takes a tenth of a
  /// second or more.
  init?(
    width: Int,
    height: Int,
    background: Color,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    precondition(width >= 0 && height >= 0)
    let count = width * height
    let pixels = RowKernels.pixels(of: background.premultiplied, count: count, isStopped)
    // Fewer if stopped in between.
    guard pixels.count == count else { return nil }
    self.width = width
    self.height = height
    self.pixels = pixels
    self.isStopped = isStopped
  }

  var region: PixelRegion { PixelRegion(columns: 0..<width, rows: 0..<height) }

  /// Returns the pixels that a fill within a box and a clip touches, or nil if there are none.
  func region(of box: ClipRectangle, clip: ClipRectangle?) -> PixelRegion? {
    var region = PixelRegion(touching: box, within: region)
    if let clip {
      region = PixelRegion(touching: clip, within: region)
    }
    if region.isEmpty { return nil }
    return region
  }
}

/// A block of whole pixels.
struct PixelRegion {
  var columns: Range<Int>
  var rows: Range<Int>

  var isEmpty: Bool { columns.isEmpty || rows.isEmpty }
}

extension PixelRegion {
  /// Creates the block of pixels that a rectangle touches, even partly.
  init(touching box: ClipRectangle, within limit: PixelRegion) {
    columns = PixelRegion.touched(from: box.left, to: box.right, within: limit.columns)
    rows = PixelRegion.touched(from: box.top, to: box.bottom, within: limit.rows)
  }

  var box: ClipRectangle {
    ClipRectangle(
      left: Double(columns.lowerBound),
      top: Double(rows.lowerBound),
      right: Double(columns.upperBound),
      bottom: Double(rows.upperBound)
    )
  }

  private static func touched(
    from low: Double,
    to high: Double,
    within limit: Range<Int>
  ) -> Range<Int> {
    // Also for NaN, of which no comparison holds.
    guard low < high else { return limit.lowerBound..<limit.lowerBound }
    // Clamped before it becomes an integer, which infinity would not.
    let bounds = Double(limit.lowerBound)...Double(limit.upperBound)
    let first = Int(low.rounded(.down).clamped(to: bounds))
    let end = Int(high.rounded(.up).clamped(to: bounds))
    return first..<max(first, end)
  }
}
