/// The exact areas of pixels of one row that edges cover by the non-zero rule, even if they cross
/// each other.
///
/// Sums of signed area count the overlap of two shapes twice. If that matters, the pixel is cut
/// into strips at each height at which an edge begins, ends or crosses another: within a strip all
/// edges are straight, so its area is the covered length at its middle times its height.
// The letters of axes and captions are strokes that cross, and many bars around a circle overlap at
// its middle: with sums alone, some 800 pixels of a picture of 400x100 with axes differ by up to 155
// of 255, and of 200x200 with 2,000 circular bars by up to 168. No pixel of the other styles does.
struct PixelUnion {
  /// The part of an edge within the row.
  private struct Line {
    let edge: Edge
    let top: Double
    let bottom: Double
    let left: Double
    let right: Double

    init?(_ edge: Edge, in row: ClipRectangle) {
      top = max(edge.top, row.top)
      bottom = min(edge.bottom, row.bottom)
      guard top < bottom else { return nil }
      self.edge = edge
      let start = edge.x(at: top)
      let end = edge.x(at: bottom)
      left = min(start, end)
      right = max(start, end)
    }
  }

  private let row: ClipRectangle
  private let all: [Line]
  /// The indices of the lines to the right of the last pixel, in descending order of their left
  /// ends.
  private var ahead: [Int]
  /// The lines through the last pixel.
  private var lines: [Line] = []
  /// The changes of the winding along the left side of the last pixel, from the top down. Edges
  /// that continue each other, such as those of a contour that was passed, leave none.
  private var steps: [(y: Double, winding: Int)] = []
  private var cuts: [Double] = []
  private var crossings: [(x: Double, winding: Int)] = []

  // With more lines than this in one pixel, strips of equal height are exact enough and much
  // cheaper: crossings grow with the square of the lines. Both numbers are untuned.
  private static let maximumCrossed = 24
  private static let evenStrips = 32

  /// Prepares the pixels of one row, limited by the clip.
  init(edges: [Edge], row: Int, clip: ClipRectangle) {
    let row = ClipRectangle(
      left: -.infinity,
      top: Double(row),
      right: .infinity,
      bottom: Double(row + 1)
    ).intersection(clip)
    self.row = row
    let all = edges.compactMap { Line($0, in: row) }
    self.all = all
    ahead = all.indices.sorted { all[$0].left > all[$1].left }
  }

  /// Returns the coverage of a pixel to the right of the last one.
  mutating func coverage(column: Int) -> UInt8 {
    var pixel = row
    pixel.left = max(pixel.left, Double(column))
    pixel.right = min(pixel.right, Double(column + 1))
    move(to: pixel)
    let isCrowded = lines.count > PixelUnion.maximumCrossed
    var level = area(pixel, withAllCuts: isCrowded) * 255
    // Rounding errors, which depend on the cuts, must not decide between two levels.
    let isBetweenTwoLevels = abs(level - level.rounded(.down) - 0.5) < 1e-3
    if isBetweenTwoLevels, !isCrowded {
      level = area(pixel, withAllCuts: true) * 255
    }
    return UInt8(level.rounded())
  }

  private mutating func area(_ pixel: ClipRectangle, withAllCuts: Bool) -> Double {
    cut(pixel, withAllCuts: withAllCuts)
    var area = 0.0
    // Thinner strips are cuts of the same place by two lines, and add nothing but rounding errors.
    for (top, bottom) in zip(cuts, cuts.dropFirst()) where bottom - top > 1e-9 {
      area += (bottom - top) * length(at: (top + bottom) / 2, in: pixel)
    }
    return area.clamped(to: 0...1)
  }

  /// Gathers the lines through a pixel, and converts those left of it to steps of the winding.
  private mutating func move(to pixel: ClipRectangle) {
    while let next = ahead.last, all[next].left < pixel.right {
      ahead.removeLast()
      lines.append(all[next])
    }
    // A line that was passed changes the winding of everything right of it, between its two ends.
    for line in lines where line.right <= pixel.left {
      addStep(at: line.top, Int(line.edge.winding))
      addStep(at: line.bottom, -Int(line.edge.winding))
    }
    lines.removeAll { $0.right <= pixel.left }
  }

  private mutating func addStep(at y: Double, _ winding: Int) {
    let index = steps.firstIndex { $0.y >= y } ?? steps.count
    guard index < steps.count, steps[index].y == y else {
      return steps.insert((y, winding), at: index)
    }
    steps[index].winding += winding
    if steps[index].winding == 0 {
      steps.remove(at: index)
    }
  }

  /// Cuts the pixel where lines end, leave it or cross; with all cuts, also where lines would if
  /// they were longer.
  private mutating func cut(_ pixel: ClipRectangle, withAllCuts: Bool) {
    cuts.removeAll(keepingCapacity: true)
    cuts.append(pixel.top)
    cuts.append(pixel.bottom)
    for step in steps {
      cuts.append(step.y)
    }
    for line in lines {
      cuts.append(line.top)
      cuts.append(line.bottom)
      guard line.edge.slope != 0 else { continue }
      for side in [pixel.left, pixel.right] {
        let y = line.edge.top + (side - line.edge.x) / line.edge.slope
        cut(pixel, at: y, from: line.top, to: line.bottom, withAllCuts: withAllCuts)
      }
    }

    if lines.count > PixelUnion.maximumCrossed {
      cutEvenly(pixel)
    } else {
      cutWhereLinesCross(in: pixel, withAllCuts: withAllCuts)
    }
    cuts.sort()
  }

  private mutating func cutEvenly(_ pixel: ClipRectangle) {
    let height = (pixel.bottom - pixel.top) / Double(PixelUnion.evenStrips)
    for strip in 1..<PixelUnion.evenStrips {
      cuts.append(pixel.top + Double(strip) * height)
    }
  }

  private mutating func cutWhereLinesCross(in pixel: ClipRectangle, withAllCuts: Bool) {
    for (index, one) in lines.enumerated() {
      for other in lines[(index + 1)...] where one.edge.slope != other.edge.slope {
        let atZero = one.edge.x - one.edge.slope * one.edge.top
        let otherAtZero = other.edge.x - other.edge.slope * other.edge.top
        let y = (otherAtZero - atZero) / (one.edge.slope - other.edge.slope)
        let top = max(one.top, other.top)
        let bottom = min(one.bottom, other.bottom)
        cut(pixel, at: y, from: top, to: bottom, withAllCuts: withAllCuts)
      }
    }
  }

  /// Cuts the pixel at a height between two ends of lines; with all cuts, anywhere within it.
  @inline(__always)
  private mutating func cut(
    _ pixel: ClipRectangle,
    at y: Double,
    from top: Double,
    to bottom: Double,
    withAllCuts: Bool
  ) {
    let highest = withAllCuts ? pixel.top : top
    let lowest = withAllCuts ? pixel.bottom : bottom
    if y > highest, y < lowest {
      cuts.append(y)
    }
  }

  /// Returns the covered length of a horizontal line through the pixel.
  private mutating func length(at y: Double, in pixel: ClipRectangle) -> Double {
    var winding = 0
    for step in steps where step.y <= y {
      winding += step.winding
    }
    crossings.removeAll(keepingCapacity: true)
    for line in lines where line.top <= y && line.bottom > y {
      let x = line.edge.x(at: y).clamped(to: pixel.left...pixel.right)
      // In order of x, behind those at the same one.
      let index = crossings.lastIndex { $0.x <= x }.map { $0 + 1 } ?? 0
      crossings.insert((x, Int(line.edge.winding)), at: index)
    }
    var length = 0.0
    var from = pixel.left
    for crossing in crossings {
      // The non-zero rule.
      if winding != 0 {
        length += crossing.x - from
      }
      winding += crossing.winding
      from = crossing.x
    }

    guard winding != 0 else { return length }
    return length + pixel.right - from
  }
}
