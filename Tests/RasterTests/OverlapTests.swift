import Testing

@testable import Raster

@Test func `two shapes with a common edge leave no seam`() {
  var outline = Outline(x: 0, y: 0, width: 2.3, height: 3)
  outline.append(polygon: [(2.3, 0), (5, 0), (5, 3), (2.3, 3)])
  #expect(drawing(width: 5, height: 3, outline).pixels.allSatisfy { $0 >> 24 == 255 })
}

@Test func `a doubled shape covers no more than once`() {
  var outline = Outline(x: 0.25, y: 0.5, width: 3, height: 2)
  outline.append(polygon: [(0.25, 0.5), (3.25, 0.5), (3.25, 2.5), (0.25, 2.5)])
  // A sum of coverages would be twice as dark at the edges.
  #expect(
    drawing(width: 5, height: 4, outline).pixels
      == drawing(width: 5, height: 4, Outline(x: 0.25, y: 0.5, width: 3, height: 2)).pixels
  )
}

@Test func `horizontal edges at different heights in one row are distinguished`() {
  var outline = Outline(x: 0, y: 0.5, width: 6, height: 3)
  outline.append(polygon: [(1, 0.25), (5, 0.25), (5, 3), (1, 3)])
  let canvas = drawing(width: 6, height: 4, outline)
  #expect((1...4).allSatisfy { canvas.alpha($0, 0) == 191 })
  #expect(canvas.alpha(0, 0) == 128)
}

@Test func `crossing strokes are one shape`() {
  var outline = Outline()
  outline.addCapsule(from: Point(x: 3.2, y: 3.1), to: Point(x: 16.7, y: 17.3), width: 2.4)
  outline.addCapsule(from: Point(x: 17.1, y: 2.8), to: Point(x: 2.6, y: 16.2), width: 2.4)
  expectUnion(outline, width: 20, height: 20)
}

@Test func `crowded rays around a centre are one shape`() {
  var outline = Outline()
  for ray in 0..<48 {
    let angle = Double(ray) / 48 * 2 * .pi
    func point(at radius: Double) -> Point {
      Point(x: 20 + radius * cosine(angle), y: 20 + radius * cosine(angle - .pi / 2))
    }
    outline.addCapsule(from: point(at: 3), to: point(at: 16), width: 2.2)
  }
  expectUnion(outline, width: 40, height: 40)
}

@Test func `self-intersecting polygons are filled by winding`() {
  var numbers = SeededNumbers(seed: 7)
  for _ in 0..<8 {
    let points = (0..<9).map { _ in (numbers.next(in: -3...33), numbers.next(in: -3...27)) }
    expectUnion(Outline(polygon: points), width: 30, height: 24)
  }
}

@Test func `a crowded shape is cut by a clip between pixels`() {
  var outline = Outline(x: 1.2, y: 1.4, width: 6.1, height: 6.3)
  outline.append(polygon: [(0.7, 2.1), (8.3, 1.1), (5.2, 9.4)])
  let clip = ClipRectangle(left: 2.35, top: 1.75, right: 5.6, bottom: 6.2)
  expectUnion(outline, width: 10, height: 10, clip: clip)
}

/// Returns the cosine by its series, the same on every machine.
private func cosine(_ angle: Double) -> Double {
  let turn = (angle / (2 * .pi)).rounded()
  let x = angle - turn * 2 * .pi
  var term = 1.0
  var sum = 1.0
  for step in stride(from: 1.0, to: 30, by: 2) {
    term *= -x * x / (step * (step + 1))
    sum += term
  }
  return sum
}

/// Compares each pixel with its coverage on 64 horizontal lines.
private func expectUnion(
  _ outline: Outline,
  width: Int,
  height: Int,
  clip: ClipRectangle? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let canvas = drawing(width: width, height: height, outline, clip: clip)
  let edges = EdgeList(outline).edges
  let clip = clip ?? .everything
  var worst = 0.0
  for y in 0..<height {
    var covered = [Double](repeating: 0, count: width)
    for line in 0..<64 {
      let sampleY = Double(y) + (Double(line) + 0.5) / 64
      guard sampleY > clip.top, sampleY < clip.bottom else { continue }
      for span in spans(of: edges, at: sampleY) {
        for x in 0..<width {
          let left = max(span.lowerBound, Double(x), clip.left)
          let right = min(span.upperBound, Double(x + 1), clip.right)
          covered[x] += max(0, right - left) / 64
        }
      }
    }
    for x in 0..<width {
      let difference = Double(canvas.alpha(x, y)) - covered[x] * 255
      worst = max(worst, abs(difference))
    }
  }
  // A line stands for 1/64 of a pixel, 4 of 255, where an edge begins or ends.
  #expect(worst < 5, sourceLocation: sourceLocation)
}

/// Returns the intervals of a horizontal line with a nonzero winding number.
private func spans(of edges: [Edge], at y: Double) -> [ClosedRange<Double>] {
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
