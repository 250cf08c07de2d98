import Testing

@testable import Raster

@Test func `two shapes with a common edge leave no seam`() {
  var outline = Outline.rectangle(x: 0, y: 0, width: 2.3, height: 3)
  outline.append(polygon: [(2.3, 0), (5, 0), (5, 3), (2.3, 3)])
  let canvas = Canvas(filling: outline, width: 5, height: 3)
  #expect(canvas.alphas.allSatisfy { $0 == 255 })
}

@Test func `a doubled shape covers no more than once`() {
  let once = Outline.rectangle(x: 0.25, y: 0.5, width: 3, height: 2)
  var twice = once
  twice.append(polygon: [(0.25, 0.5), (3.25, 0.5), (3.25, 2.5), (0.25, 2.5)])
  // A sum of coverages would be twice as dark at the edges.
  let expected = Canvas(filling: once, width: 5, height: 4)
  #expect(Canvas(filling: twice, width: 5, height: 4).pixels == expected.pixels)
}

@Test func `horizontal edges at different heights in one row are distinguished`() {
  // The upper edge of the inner rectangle lies above that of the outer one.
  var outline = Outline.rectangle(x: 0, y: 0.5, width: 6, height: 3)
  outline.append(polygon: [(1, 0.25), (5, 0.25), (5, 3), (1, 3)])
  let canvas = Canvas(filling: outline, width: 6, height: 4)
  // 255 times 3/4 and 1/2.
  let firstRow = (0..<6).map { canvas.alpha(x: $0, y: 0) }
  #expect(firstRow == [128, 191, 191, 191, 191, 128])
}

@Test func `crossing strokes are one shape`() {
  var outline = Outline()
  outline.addCapsule(
    from: Point(x: 3.2, y: 3.1),
    to: Point(x: 16.7, y: 17.3),
    width: 2.4
  )
  outline.addCapsule(
    from: Point(x: 17.1, y: 2.8),
    to: Point(x: 2.6, y: 16.2),
    width: 2.4
  )
  expectUnion(outline, width: 20, height: 20)
}

// The circular style with thin bars: near the center each pixel is in many rays.
@Test func `crowded rays around a centre are one shape`() {
  let rayCount = 48
  var outline = Outline()
  for ray in 0..<rayCount {
    let angle = Double(ray) / Double(rayCount) * 2 * .pi
    func point(atRadius radius: Double) -> Point {
      let sine = cosine(angle - .pi / 2)
      return Point(x: 20 + radius * cosine(angle), y: 20 + radius * sine)
    }
    outline.addCapsule(from: point(atRadius: 3), to: point(atRadius: 16), width: 2.2)
  }
  expectUnion(outline, width: 40, height: 40)
}

@Test func `self-intersecting polygons are filled by winding`() {
  var random = SeededNumbers(seed: 7)
  for _ in 0..<8 {
    // Corners beyond all four sides of the canvas, too.
    let corners = (0..<9).map { _ in
      let x = random.next(in: -3...33)
      let y = random.next(in: -3...27)
      return (x: x, y: y)
    }
    expectUnion(Outline(polygon: corners), width: 30, height: 24)
  }
}

@Test func `a crowded shape is cut by a clip between pixels`() {
  var outline = Outline.rectangle(x: 1.2, y: 1.4, width: 6.1, height: 6.3)
  outline.append(polygon: [(0.7, 2.1), (8.3, 1.1), (5.2, 9.4)])
  let clip = ClipRectangle(left: 2.35, top: 1.75, right: 5.6, bottom: 6.2)
  expectUnion(outline, width: 10, height: 10, clip: clip)
}

/// Returns the cosine by its series, the same on every machine.
// That of the C library may differ in its last bit, and with it what the test draws.
private func cosine(_ angle: Double) -> Double {
  let turns = (angle / (2 * .pi)).rounded()
  let x = angle - turns * 2 * .pi
  var term = 1.0
  var sum = 1.0
  for step in stride(from: 1.0, to: 30, by: 2) {
    term *= -x * x / (step * (step + 1))
    sum += term
  }
  return sum
}

/// Compares each pixel with its coverage on many horizontal lines.
private func expectUnion(
  _ outline: Outline,
  width: Int,
  height: Int,
  clip: ClipRectangle? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let canvas = Canvas(filling: outline, width: width, height: height, clip: clip)
  let reference = SampledCoverage(edges: EdgeList(outline).edges, clip: clip ?? .everything)
  var worst = 0.0
  for y in 0..<height {
    let covered = reference.coverage(ofRow: y, width: width)
    for x in 0..<width {
      let difference = Double(canvas.alpha(x: x, y: y)) - covered[x] * 255
      worst = max(worst, abs(difference))
    }
  }
  // A line stands for 1/64 of a pixel, 4 of 255, where an edge begins or ends.
  #expect(worst < 5, sourceLocation: sourceLocation)
}

/// The coverage of pixels by the non-zero rule, measured on lines instead of computed from areas.
private struct SampledCoverage {
  let edges: [Edge]
  let clip: ClipRectangle

  private static let linesPerRow = 64

  func coverage(ofRow row: Int, width: Int) -> [Double] {
    var covered = [Double](repeating: 0, count: width)
    for line in 0..<Self.linesPerRow {
      let offset = (Double(line) + 0.5) / Double(Self.linesPerRow)
      let y = Double(row) + offset
      guard y > clip.top, y < clip.bottom else { continue }
      for span in spans(at: y) {
        for x in 0..<width {
          let left = max(span.lowerBound, Double(x), clip.left)
          let right = min(span.upperBound, Double(x + 1), clip.right)
          covered[x] += max(0, right - left) / Double(Self.linesPerRow)
        }
      }
    }
    return covered
  }

  /// Returns the intervals of a horizontal line with a nonzero winding number.
  private func spans(at y: Double) -> [ClosedRange<Double>] {
    let crossing = edges.filter { $0.top <= y && $0.bottom > y }
    let unsorted = crossing.map { (x: $0.x(at: y), winding: $0.winding) }
    let sorted = unsorted.sorted { $0.x < $1.x }
    var spans: [ClosedRange<Double>] = []
    var winding = 0.0
    for (index, edge) in sorted.dropLast().enumerated() {
      winding += edge.winding
      if winding != 0 {
        spans.append(edge.x...sorted[index + 1].x)
      }
    }
    return spans
  }
}
