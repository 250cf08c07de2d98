/// The color or gradient of a shape.
public enum Paint: Sendable, Hashable {
  /// One color everywhere.
  case color(Color)
  /// The color of the text around a picture, with this opacity; black if there is no text.
  case currentColor(alpha: UInt8)
  /// A linear gradient from one point to another, extended by its end colors.
  case gradient(Gradient, from: Point, to: Point)
  /// A gradient from a center outward, extended by its last color.
  case radial(Gradient, center: Point, radius: Double)

  /// Whether the paint is completely transparent.
  public var isClear: Bool {
    switch self {
    case .color(let color): color.alpha == 0
    case .currentColor(let alpha): alpha == 0
    case .gradient(let gradient, _, _), .radial(let gradient, _, _):
      gradient.stops.allSatisfy { $0.color.alpha == 0 }
    }
  }
}

/// A paint prepared for one row of a region after the other.
struct PaintRow {
  /// The pixels of the current row, in the region's columns.
  private var pixels: [UInt32] = []
  /// Whether all pixels of the current row are known to be opaque.
  private var isOpaque = false
  /// Whether all rows are the same.
  private var isSameInEachRow = true

  private let paint: Paint
  private let columns: Range<Int>
  private var rings: RadialGradient?

  init(_ paint: Paint, columns: Range<Int>) {
    self.paint = paint
    self.columns = columns
    switch paint {
    case .color(let color): fill(color.premultiplied)
    case .currentColor(let alpha):
      // Pixels have no text around them.
      fill(Color(red: 0, green: 0, blue: 0, alpha: alpha).premultiplied)
    case .gradient(let gradient, let from, let to):
      let hasDirection = from.isFinite && to.isFinite && from != to
      if !hasDirection {
        // As in SVG, the last color.
        fill(gradient.pixel(at: 1))
      } else if from.y == to.y {
        // The usual gradient, from left to right, is computed once.
        fill(gradient, from: from, to: to, row: 0)
      } else {
        isSameInEachRow = false
      }
    case .radial(let gradient, let center, let radius):
      isSameInEachRow = false
      rings = RadialGradient(gradient, center: center, radius: radius)
    }
  }

  // Sixteen shades halve an animation in which all edges move, and no pixel is off by more than 8.
  private static let fifteenths = (0..<256).map { UInt8(($0 * 15 + 127) / 255 * 17) }

  /// Blends a stretch of a row, counted from the first column of the region, with the mask in
  /// `coverage` from `start` on.
  mutating func blend(
    _ coverage: [UInt8],
    from start: Int = 0,
    columns stretch: Range<Int>,
    row: Int,
    onto canvas: inout Canvas
  ) {
    guard !stretch.isEmpty else { return }
    let begin = start + stretch.lowerBound
    var mask = coverage[begin..<begin + stretch.count]
    if canvas.hasCoarseEdges {
      mask = mask.map { Self.fifteenths[Int($0)] }[...]
    }
    move(to: row)
    RowKernels.blend(
      pixels[stretch],
      isOpaque: isOpaque,
      through: mask,
      onto: &canvas.pixels,
      at: row * canvas.width + columns.lowerBound + stretch.lowerBound
    )
  }

  /// Prepares the pixels of a row, if they differ from those of the row before.
  private mutating func move(to row: Int) {
    if let rings {
      pixels = rings.pixels(ofRow: row, columns)
      return
    }
    guard !isSameInEachRow, case .gradient(let gradient, let from, let to) = paint else { return }
    if from.x == to.x {
      // Colors are those of the middle of each pixel.
      let share = (Double(row) + 0.5 - from.y) / (to.y - from.y)
      fill(gradient.pixel(at: share))
    } else {
      fill(gradient, from: from, to: to, row: row)
    }
  }

  private mutating func fill(_ color: UInt32) {
    pixels = Array(repeating: color, count: columns.count)
    isOpaque = color >> 24 == 255
  }

  private mutating func fill(_ gradient: Gradient, from: Point, to: Point, row: Int) {
    // The share of a pixel is its projection on the line from one point to the other.
    let across = to.x - from.x
    let down = to.y - from.y
    let lengthSquared = across * across + down * down
    let start = (Double(row) + 0.5 - from.y) * down - from.x * across
    pixels = columns.map { column in
      let projection = start + (Double(column) + 0.5) * across
      return gradient.pixel(at: projection / lengthSquared)
    }
  }
}
