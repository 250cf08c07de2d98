/// The part of a canvas that a fill may touch; its edges may lie between pixels.
public struct ClipRectangle: Sendable, Hashable {
  /// Pixels from the left or the top edge of the canvas.
  public var left, top, right, bottom: Double

  /// Creates a clip from four edges.
  public init(left: Double, top: Double, right: Double, bottom: Double) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }
}

extension ClipRectangle {
  /// The clip that contains every canvas.
  public static let everything = ClipRectangle(
    left: -.infinity, top: -.infinity, right: .infinity, bottom: .infinity)

  func intersection(_ other: ClipRectangle) -> ClipRectangle {
    ClipRectangle(
      left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
      bottom: min(bottom, other.bottom))
  }

  /// Limits a row of coverage to the share of each pixel within the clip, for sums of overlapping
  /// shapes.
  func limit(_ mask: inout [UInt8], to row: Int, columns: Range<Int>, from region: Range<Int>) {
    func share(_ pixel: Int, _ low: Double, _ high: Double) -> Double {
      (min(high, Double(pixel + 1)) - max(low, Double(pixel))).clamped(to: 0...1)
    }
    let height = share(row, top, bottom)
    // A clip cuts only the outermost columns of a region.
    let edges = [0, region.count - 1].filter { columns.contains($0) }
    for column in height < 1 ? Array(columns) : edges {
      let width = share(column + region.lowerBound, left, right)
      mask[column] = min(mask[column], UInt8((height * width * 255).rounded()))
    }
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
      left: Double(columns.lowerBound), top: Double(rows.lowerBound),
      right: Double(columns.upperBound), bottom: Double(rows.upperBound))
  }

  private static func touched(from low: Double, to high: Double, within limit: Range<Int>)
    -> Range<Int>
  {
    guard low < high else { return limit.lowerBound..<limit.lowerBound }
    let bounds = Double(limit.lowerBound)...Double(limit.upperBound)
    let first = Int(low.rounded(.down).clamped(to: bounds))
    let end = Int(high.rounded(.up).clamped(to: bounds))
    return first..<max(first, end)
  }
}

/// An upright rectangle with round corners; edges may lie between pixels.
public struct RoundedRectangle: Sendable, Hashable {
  /// The upper left corner, in pixels.
  public let x, y: Double
  /// The size in pixels.
  public let width, height: Double
  /// The corner radius: at most half of the shorter side.
  public let cornerRadius: Double

  /// Creates a rectangle; a corner radius that is too large is reduced.
  public init(x: Double, y: Double, width: Double, height: Double, cornerRadius: Double = 0) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    let most = Swift.min(width, height) / 2
    self.cornerRadius = Swift.max(0, Swift.min(cornerRadius, most))
  }

  /// Whether there is anything to fill: finite, with positive width and height.
  public var hasInk: Bool {
    x.isFinite && y.isFinite && width.isFinite && height.isFinite && width > 0 && height > 0
  }

  var edges: (left: Double, top: Double, right: Double, bottom: Double) {
    (x, y, x + width, y + height)
  }
}
