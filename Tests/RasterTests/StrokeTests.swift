import Testing

@testable import Raster

/// A horizontal line, 8 pixels long.
private let line = [Point(x: 4, y: 4), Point(x: 12, y: 4)]

/// Returns the ink of a stroked path on 16 by 8 pixels, in pixels.
private func ink(of stroke: Stroke, along path: [Point] = line) -> Double {
  var outline = Outline()
  outline.addStroke(along: path, stroke)
  return Canvas(filling: outline, width: 16, height: 8).inkArea
}

// All strokes are 2 pixels wide, so that half a disc has the area of pi / 2.
//
// Round ends and joins are polygons within the disc, and each pixel is rounded to 1/255: 0.05 and
// 0.02 are untuned, a few pixels' worth.

@Test func `a line has butt, square or round ends`() {
  let body = 8 * 2.0
  let butt = Stroke(width: 2, cap: .butt, join: .miter)
  #expect(ink(of: butt) == body)

  // Half a square, or half a disc, at both ends.
  let square = Stroke(width: 2, cap: .square, join: .miter)
  #expect(ink(of: square) == body + 4)
  let round = Stroke(width: 2, cap: .round, join: .miter)
  #expect(abs(ink(of: round) - (body + .pi)) < 0.05)

  let plain = Stroke(width: 2)
  #expect(ink(of: plain) == ink(of: round))
}

@Test func `a line of zero length shows its square and round ends`() {
  let dot = [Point(x: 8, y: 4), Point(x: 8, y: 4)]
  let butt = Stroke(width: 2, cap: .butt, join: .bevel)
  #expect(ink(of: butt, along: dot) == 0)

  // A square of the width of the line, and the disc within it.
  let square = Stroke(width: 2, cap: .square, join: .bevel)
  #expect(ink(of: square, along: dot) == 4)
  let round = Stroke(width: 2, cap: .round, join: .bevel)
  #expect(abs(ink(of: round, along: dot) - .pi) < 0.05)
}

@Test func `a corner is mitered, beveled or round`() {
  let corner = [
    Point(x: 4, y: 6),
    Point(x: 8, y: 6),
    Point(x: 8, y: 2),
  ]
  // Two sides of 4 by 2 share a square of 1.
  let sides = 15.0

  let mitered = Stroke(width: 2, cap: .butt, join: .miter)
  #expect(abs(ink(of: mitered, along: corner) - (sides + 1)) < 0.02)

  let beveled = Stroke(width: 2, cap: .butt, join: .bevel)
  #expect(abs(ink(of: beveled, along: corner) - (sides + 0.5)) < 0.02)

  let round = Stroke(width: 2, cap: .butt, join: .round)
  let quarterDisc = Double.pi / 4
  #expect(abs(ink(of: round, along: corner) - (sides + quarterDisc)) < 0.02)

  // The miter of a right angle is 1.41 times as long as the line width, so it is cut to a bevel.
  let limited = Stroke(width: 2, cap: .butt, join: .miter, miterLimit: 1.4)
  #expect(abs(ink(of: limited, along: corner) - (sides + 0.5)) < 0.02)
}

@Test(
  arguments: [
    // On the 8 pixels of the line: 2 and 2; 3 and 2; 1 and 2; 3.
    (dash: [2, 2], phase: 0, dashedLength: 4),
    (dash: [3], phase: 0, dashedLength: 5),
    (dash: [3, 5], phase: 2, dashedLength: 3),
    (dash: [3, 5], phase: -5, dashedLength: 3),
  ] as [(dash: [Double], phase: Double, dashedLength: Double)]
)
func `dashes leave gaps, and begin at their phase`(
  dash: [Double],
  phase: Double,
  dashedLength: Double
) {
  let dashed = Stroke(width: 2, cap: .butt, dash: dash, dashPhase: phase)
  #expect(ink(of: dashed) == dashedLength * 2)
}

// Lengths that no loop would get past, and 4 billion dashes.
@Test(arguments: [
  [0.0, 0],
  [-1, 3],
  [.nan],
  [.infinity, 1],
  [1e-9, 1e-9],
])
func `invalid dashes are a solid line`(dash: [Double]) {
  let dashed = Stroke(width: 2, cap: .butt, dash: dash)
  #expect(ink(of: dashed) == 16)
}
