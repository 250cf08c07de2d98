/// The part of a canvas that a fill may touch; its edges may lie between pixels.
public struct ClipRectangle: Sendable, Hashable {
  public var left: Double
  public var top: Double
  public var right: Double
  public var bottom: Double

  public init(left: Double, top: Double, right: Double, bottom: Double) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }
}

/// A block of whole pixels.
struct PixelRegion: Equatable {
  var columns: Range<Int>
  var rows: Range<Int>

  var isEmpty: Bool { columns.isEmpty || rows.isEmpty }

  init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// The pixels that a rectangle touches, however little of each.
  init(touching box: ClipRectangle, within limit: PixelRegion) {
    columns = PixelRegion.touched(from: box.left, to: box.right, within: limit.columns)
    rows = PixelRegion.touched(from: box.top, to: box.bottom, within: limit.rows)
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

/// How much of each pixel a clip rectangle leaves: all of it but along the four edges.
struct ClipCoverage {
  private let clip: ClipRectangle

  init(_ clip: ClipRectangle) {
    self.clip = clip
  }

  /// Takes from a row of coverage what the clip cuts off; `mask[start]` is the first column's.
  func apply(
    to mask: inout [UInt8], from start: Int, row: Int, columns: Range<Int>, firstColumn: Int
  ) {
    let height = ClipCoverage.share(of: row, from: clip.top, to: clip.bottom)
    if height < 1 {
      for column in columns { ClipCoverage.scale(&mask[start + column - firstColumn], by: height) }
    }
    let cut = [clip.left, clip.right].filter {
      $0 > Double(columns.lowerBound) && $0 < Double(columns.upperBound)
    }
    for column in Set(cut.map { Int($0) }) {
      let width = ClipCoverage.share(of: column, from: clip.left, to: clip.right)
      ClipCoverage.scale(&mask[start + column - firstColumn], by: width)
    }
  }

  private static func share(of pixel: Int, from low: Double, to high: Double) -> Double {
    max(0, min(high, Double(pixel) + 1) - max(low, Double(pixel)))
  }

  private static func scale(_ coverage: inout UInt8, by share: Double) {
    coverage = UInt8((Double(coverage) * share).rounded())
  }
}
