import Raster
import Testing

@testable import Thumbnails

@Test func `the curve never overshoots its values`() {
  // 7,919 is prime: values from 0 to 10 in an order that looks random.
  let values = (0..<400).map { index in
    Double((index * 7919) % 101) / 10
  }
  let curve = MonotoneCurve(values, width: 598)
  #expect(curve.segments.count == 399)
  for segment in curve.segments {
    let low = min(segment.start.y, segment.end.y)
    let high = max(segment.start.y, segment.end.y)
    // Control points between the ends keep the whole cubic between them.
    for y in [segment.control1.y, segment.control2.y] {
      #expect(y >= low - 1e-9)
      #expect(y <= high + 1e-9)
    }
  }
}

@Test func `the curve through a straight line is straight`() {
  let curve = MonotoneCurve([0, 2, 4, 6], width: 30)
  for segment in curve.segments {
    // A third of the step of 2.
    let rise = segment.control1.y - segment.start.y
    #expect(abs(rise - 2.0 / 3) < 1e-12)
  }
  #expect(curve.segments.last?.end == Point(x: 30, y: 6))
}

@Test func `constant stretches stay constant`() {
  let curve = MonotoneCurve([1, 5, 5, 2], width: 30)
  #expect(curve.segments[1].control1.y == 5)
  #expect(curve.segments[1].control2.y == 5)
}

@Test func `bars reduce their spacing first, then their count`() {
  // 100 bars of 4 and 99 gaps of 2.
  let roomy = BarLayout(count: 100, width: 598, spacing: 2, minimumWidth: 1)
  #expect(roomy.count == 100)
  #expect(roomy.width == 4)
  #expect(roomy.spacing == 2)

  // 100 bars of 1 leave 49 for 99 gaps.
  let tight = BarLayout(count: 100, width: 149, spacing: 2, minimumWidth: 1)
  #expect(tight.count == 100)
  #expect(tight.width == 1)
  #expect(abs(tight.spacing - 49.0 / 99) < 1e-12)

  // No room for gaps, and for 40 bars only.
  let full = BarLayout(count: 100, width: 40, spacing: 2, minimumWidth: 1)
  #expect(full.count == 40)
  #expect(full.width == 1)
  #expect(full.spacing == 0)
}

@Test func `a bar is at most as wide as the picture`() {
  let narrow = BarLayout(count: 9, width: 3, spacing: 2, minimumWidth: 4)
  #expect(narrow.count == 1)
  #expect(narrow.width == 3)
}

@Test func `fewer bars than bands are means of bands`() {
  let two = SpectrumHeights.heights(of: [0, 1, 1, 0], count: 2)
  #expect(two == [0.5, 0.5])
}

@Test func `more bars than bands are interpolated between the middles of bands`() {
  let four = SpectrumHeights.heights(of: [0, 1], count: 4)
  #expect(four == [0, 0.25, 0.75, 1])
  let three = SpectrumHeights.heights(of: [0.3], count: 3)
  #expect(three == [0.3, 0.3, 0.3])
}
