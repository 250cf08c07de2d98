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
    let limited = height < 1 ? Array(columns) : edges
    for column in limited {
      let width = share(column + region.lowerBound, left, right)
      mask[column] = min(mask[column], UInt8((height * width * 255).rounded()))
    }
  }
}
