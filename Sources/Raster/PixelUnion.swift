/// The exact area of a pixel that edges cover by the non-zero rule, even if they cross each other.
///
/// Sums of signed area count the overlap of two shapes twice. If that matters, the pixel is cut
/// into strips at each height at which an edge begins, ends or crosses another: within a strip all
/// edges are straight, so its area is the covered length at its middle times its height.
struct PixelUnion {
  private struct Crossing {
    var x: Double
    var winding: Int
  }

  private let edges: [Edge]
  private let row: ClipRectangle
  private var lines: [Edge] = []
  private var steps: [(y: Double, winding: Int)] = []
  private var cuts: [Double] = []
  private var crossings: [Crossing] = []

  // With more lines than this in one pixel, strips of equal height are exact enough and much
  // cheaper.
  private static let mostCrossed = 24
  private static let evenStrips = 32

  /// Prepares the pixels of one row, limited by the clip.
  init(edges: some Sequence<Edge>, row: Int, clip: ClipRectangle) {
    self.row = ClipRectangle(
      left: -.infinity, top: Double(row), right: .infinity, bottom: Double(row + 1)
    ).intersection(clip)
    let (top, bottom) = (self.row.top, self.row.bottom)
    self.edges = edges.filter { $0.top < bottom && $0.bottom > top }
  }

  mutating func area(column: Int) -> Double {
    var pixel = row
    pixel.left = max(pixel.left, Double(column))
    pixel.right = min(pixel.right, Double(column + 1))
    gather(pixel)
    cut(pixel)
    var area = 0.0
    for (top, bottom) in zip(cuts, cuts.dropFirst()) where bottom - top > 1e-9 {
      area += (bottom - top) * length(at: (top + bottom) / 2, in: pixel)
    }
    return area.clamped(to: 0...1)
  }

  /// Converts edges to lines through the pixel and steps of the winding on its left side.
  private mutating func gather(_ pixel: ClipRectangle) {
    lines.removeAll(keepingCapacity: true)
    steps.removeAll(keepingCapacity: true)
    for edge in edges {
      let start = max(edge.top, pixel.top)
      let end = min(edge.bottom, pixel.bottom)
      let (x0, x1) = (edge.x(at: start), edge.x(at: end))
      if min(x0, x1) >= pixel.right { continue }
      if max(x0, x1) <= pixel.left {
        steps.append((start, Int(edge.winding)))
        steps.append((end, -Int(edge.winding)))
      } else {
        lines.append(edge)
      }
    }
    steps.sort { $0.y < $1.y }
  }

  private mutating func cut(_ pixel: ClipRectangle) {
    cuts = [pixel.top, pixel.bottom]
    var change = 0
    for (index, step) in steps.enumerated() {
      change += step.winding
      guard index + 1 == steps.count || steps[index + 1].y > step.y else { continue }
      // If one edge of a contour continues another, the winding does not change.
      if change != 0 { cuts.append(step.y) }
      change = 0
    }
    for line in lines {
      cuts += [line.top, line.bottom]
      guard line.slope != 0 else { continue }
      cuts += [pixel.left, pixel.right].map { line.top + ($0 - line.x) / line.slope }
    }
    if lines.count <= PixelUnion.mostCrossed {
      cutAtCrossings()
    } else {
      let height = (pixel.bottom - pixel.top) / Double(PixelUnion.evenStrips)
      cuts += (1..<PixelUnion.evenStrips).map { pixel.top + Double($0) * height }
    }
    cuts = cuts.filter { $0 >= pixel.top && $0 <= pixel.bottom }.sorted()
  }

  private mutating func cutAtCrossings() {
    for (index, one) in lines.enumerated() {
      for other in lines[(index + 1)...] where one.slope != other.slope {
        let atZero = one.x - one.slope * one.top
        let otherAtZero = other.x - other.slope * other.top
        cuts.append((otherAtZero - atZero) / (one.slope - other.slope))
      }
    }
  }

  /// Returns the covered length of a horizontal line through the pixel.
  private mutating func length(at y: Double, in pixel: ClipRectangle) -> Double {
    var winding = 0
    for step in steps where step.y <= y { winding += step.winding }
    crossings.removeAll(keepingCapacity: true)
    for line in lines where line.top <= y && line.bottom > y {
      let x = line.x(at: y).clamped(to: pixel.left...pixel.right)
      crossings.append(Crossing(x: x, winding: Int(line.winding)))
    }
    crossings.sort { $0.x < $1.x }
    var length = 0.0
    var from = pixel.left
    for crossing in crossings {
      if winding != 0 { length += crossing.x - from }
      winding += crossing.winding
      from = crossing.x
    }
    return winding != 0 ? length + pixel.right - from : length
  }
}
