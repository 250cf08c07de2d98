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
    left: -.infinity,
    top: -.infinity,
    right: .infinity,
    bottom: .infinity
  )

  func intersection(_ other: ClipRectangle) -> ClipRectangle {
    ClipRectangle(
      left: max(left, other.left),
      top: max(top, other.top),
      right: min(right, other.right),
      bottom: min(bottom, other.bottom)
    )
  }

  /// Limits a row of coverage to the share of each pixel within the clip, for sums of overlapping
  /// shapes.
  func limit(
    _ mask: inout [UInt8],
    to row: Int,
    columns: Range<Int>,
    from region: Range<Int>
  ) {
    func share(of pixel: Int, from low: Double, to high: Double) -> Double {
      let start = max(low, Double(pixel))
      let end = min(high, Double(pixel + 1))
      return (end - start).clamped(to: 0...1)
    }

    let height = share(of: row, from: top, to: bottom)
    let limited =
      if height < 1 {
        // The clip ends within the row, so that each pixel is cut.
        Array(columns)
      } else {
        // A clip cuts only the outermost columns of a region.
        [0, region.count - 1].filter { columns.contains($0) }
      }
    for column in limited {
      let width = share(of: column + region.lowerBound, from: left, to: right)
      let limit = UInt8((height * width * 255).rounded())
      // Not multiplied: where shapes overlap, nobody knows which part of a pixel they cover.
      mask[column] = min(mask[column], limit)
    }
  }
}
