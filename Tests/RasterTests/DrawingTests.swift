import Testing

@testable import Raster

private let ink = Paint.color(black)

@Test func `a canvas fills the marks of a drawing in order`() {
  let paper = Color(red: 1, green: 1, blue: 1)
  let red = Color(red: 200, green: 8, blue: 7)
  let bar = RoundedRectangle(x: 0, y: 0, width: 2, height: 3)
  // It overlaps the bar, so that their order shows.
  let square = Outline.rectangle(x: 1, y: 0, width: 2, height: 2)
  let dot = IndexedPicture(width: 1, height: 1, colors: [red], indices: [0])

  var drawing = Drawing(width: 6, height: 3, background: .color(paper))
  drawing.marks = [
    .shape(.bars([bar]), in: ink),
    .shape(.outline(square), in: .color(red)),
    .pixels(dot, x: 5, y: 2),
  ]

  let rows = [
    [black, red, red, paper, paper, paper],
    [black, red, red, paper, paper, paper],
    [black, black, paper, paper, paper, red],
  ]
  #expect(Canvas(drawing).pixels == rows.joined().map(\.premultiplied))
}

@Test func `a shape gets each of its paints within its clip`() {
  let bar = RoundedRectangle(x: 1, y: 0, width: 3, height: 1)
  var leftHalf = ClipRectangle.everything
  leftHalf.right = 2
  var rightmost = ClipRectangle.everything
  rightmost.left = 3

  var drawing = Drawing(width: 4, height: 1)
  let fills = [Fill(ink, clip: leftHalf), Fill(.color(white), clip: rightmost)]
  drawing.marks = [.shape(.bars([bar]), fills)]
  let expected: [Color] = [.clear, black, .clear, white]
  #expect(Canvas(drawing).pixels == expected.map(\.premultiplied))
}

@Test func `a line of text is the sum of its letters`() {
  let line = Lettering("Ab", size: 12)
  let start = Point(x: 2, y: 12)
  var drawing = Drawing(width: 24, height: 16)
  drawing.marks = [.shape(.lettering(line, at: start), in: ink)]

  var canvas = Canvas(width: 24, height: 16)
  for letter in line.outlines(at: start) {
    canvas.fill(letter, with: ink)
  }
  #expect(canvas.inkArea > 0)
  #expect(Canvas(drawing).pixels == canvas.pixels)
}

@Test func `coarse edges are the same edges in fifteenths`() {
  // Off the corners of pixels, so that edges have many levels.
  let disc = RoundedRectangle(x: 2.3, y: 4.1, width: 30, height: 30, cornerRadius: 15)
  var outline = Outline()
  outline.add(disc)
  let bar = RoundedRectangle(x: 40.2, y: 1.7, width: 7, height: 30)
  var drawing = Drawing(width: 60, height: 40)
  drawing.marks = [
    .shape(.outline(outline), in: ink),
    .shape(.bars([bar]), in: ink),
  ]

  let fine = Canvas(drawing).alphas
  // Without many levels there would be nothing to coarsen.
  #expect(Set(fine).count > 32)

  drawing.hasCoarseEdges = true
  let coarse = Canvas(drawing).alphas
  // 255 is 15 times 17; the nearest of the sixteen levels is at most half a step away.
  let levels = (0...15).map { $0 * 17 }
  #expect(Set(coarse) == Set(levels))
  for (fineAlpha, coarseAlpha) in zip(fine, coarse) {
    #expect(abs(fineAlpha - coarseAlpha) <= 8)
  }
}

@Test func `a background can be a gradient`() {
  let gradient = Gradient(colors: [.clear, black])
  let top = Point(x: 0, y: 0)
  let bottom = Point(x: 0, y: 4)
  let down = Paint.gradient(gradient, from: top, to: bottom)
  let ground = Canvas(Drawing(width: 2, height: 4, background: down))
  // 255 times 1/8, 3/8, 5/8 and 7/8: the middles of four rows of two pixels.
  #expect(ground.alphas == [32, 32, 96, 96, 159, 159, 223, 223])
}

@Test func `the color of text is black on a canvas`() {
  var drawing = Drawing(width: 1, height: 1)
  drawing.marks = [.shape(.bars([drawing.whole]), in: .currentColor(alpha: 51))]
  let expected = Color(red: 0, green: 0, blue: 0, alpha: 51)
  #expect(Canvas(drawing).pixels == [expected.premultiplied])
}
