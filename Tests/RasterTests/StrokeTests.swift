import Glibc
import Raster
import Testing

/// A horizontal line, 8 pixels long.
private let line = [Point(x: 4, y: 4), Point(x: 12, y: 4)]

/// Returns the ink of a stroked path on 16 by 8 pixels, in pixels.
private func ink(_ stroke: Stroke, along path: [Point] = line) -> Double {
  var outline = Outline()
  outline.addStroke(along: path, stroke)
  var drawing = Drawing(width: 16, height: 8)
  let black = Paint.color(Color(red: 0, green: 0, blue: 0))
  drawing.marks = [.shape(.outline(outline), in: black)]
  let opacities = Canvas(drawing).pixels.map { Double($0 >> 24) }
  return opacities.reduce(0, +) / 255
}

// Round ends and joins are polygons within the disc, and each pixel is rounded to 1/255: 0.05 and
// 0.02 are guesses, a few pixels' worth.

@Test func `a line has butt, square or round ends`() {
  // 8 by 2, with half a square or half a disc at both ends.
  let body = 16.0
  #expect(ink(Stroke(width: 2, cap: .butt, join: .miter)) == body)
  #expect(ink(Stroke(width: 2, cap: .square, join: .miter)) == body + 4)
  let round = ink(Stroke(width: 2, cap: .round, join: .miter))
  #expect(abs(round - (body + .pi)) < 0.05)
  #expect(ink(Stroke(width: 2)) == round)
}

@Test func `a line of zero length shows its square and round ends`() {
  let dot = [Point(x: 8, y: 4), Point(x: 8, y: 4)]
  #expect(ink(Stroke(width: 2, cap: .butt, join: .bevel), along: dot) == 0)
  // A square of the width of the line, and the disc within it.
  #expect(ink(Stroke(width: 2, cap: .square, join: .bevel), along: dot) == 4)
  let round = ink(Stroke(width: 2, join: .bevel), along: dot)
  #expect(abs(round - .pi) < 0.05)
}

@Test func `a corner is mitered, beveled or round`() {
  let corner = [
    Point(x: 4, y: 6),
    Point(x: 8, y: 6),
    Point(x: 8, y: 2),
  ]
  // Two sides of 4 by 2 share a square of 1.
  let sides = 15.0

  let mitered = ink(Stroke(width: 2, cap: .butt, join: .miter), along: corner)
  #expect(abs(mitered - (sides + 1)) < 0.02)
  let beveled = ink(Stroke(width: 2, cap: .butt, join: .bevel), along: corner)
  #expect(abs(beveled - (sides + 0.5)) < 0.02)

  let round = ink(Stroke(width: 2, cap: .butt, join: .round), along: corner)
  let quarterDisc = Double.pi / 4
  #expect(abs(round - (sides + quarterDisc)) < 0.02)

  // The miter of a right angle is 1.41 times as long as the line width, so it is cut to a bevel.
  let cut = ink(Stroke(width: 2, cap: .butt, join: .miter, miterLimit: 1.4), along: corner)
  #expect(abs(cut - (sides + 0.5)) < 0.02)
}

@Test func `dashes leave gaps, and begin at their phase`() {
  // Twice the length of the dashes on 8 pixels: 2 and 2; 3 and 2; 1 and 2; 3.
  #expect(ink(Stroke(width: 2, cap: .butt, dash: [2, 2])) == 8)
  #expect(ink(Stroke(width: 2, cap: .butt, dash: [3])) == 10)
  #expect(ink(Stroke(width: 2, cap: .butt, dash: [3, 5], dashPhase: 2)) == 6)
  #expect(ink(Stroke(width: 2, cap: .butt, dash: [3, 5], dashPhase: -5)) == 6)
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
  #expect(ink(Stroke(width: 2, cap: .butt, dash: dash)) == 16)
}
