import Raster
import Testing

private let ink = Paint.color(Color(red: 0, green: 0, blue: 0))

@Test func `a canvas fills the marks of a drawing in order`() {
  let other = Color(red: 9, green: 8, blue: 7)
  let paper = Color(red: 1, green: 1, blue: 1)
  let bar = RoundedRectangle(x: 0, y: 0, width: 2, height: 3)
  let dot = IndexedPicture(width: 1, height: 1, colors: [other], indices: [0])
  var square = Outline()
  square.add(RoundedRectangle(x: 1, y: 0, width: 2, height: 2))
  var drawing = Drawing(width: 6, height: 3, background: .color(paper))
  drawing.marks = [
    .shape(.bars([bar]), in: ink),
    .shape(.outline(square), in: .color(other)),
    .pixels(dot, x: 5, y: 2),
  ]

  var canvas = Canvas(width: 6, height: 3, background: paper)
  canvas.fill([bar], with: ink)
  canvas.fill(square, with: .color(other))
  canvas.lay(dot, x: 5, y: 2)
  #expect(Canvas(drawing).pixels == canvas.pixels)
}

@Test func `a shape gets each of its paints within its clip`() {
  var left = ClipRectangle.everything
  left.right = 2
  var drawing = Drawing(width: 4, height: 1)
  let bar = [RoundedRectangle(x: 1, y: 0, width: 3, height: 1)]
  drawing.marks = [.shape(.bars(bar), [Fill(ink, clip: left)])]
  #expect(Canvas(drawing).pixels.map { $0 >> 24 } == [0, 255, 0, 0])
}

@Test func `a line of text is the sum of its letters`() {
  let line = Lettering("Ab", size: 12)
  var drawing = Drawing(width: 24, height: 16)
  drawing.marks = [.shape(.lettering(line, at: Point(x: 2, y: 12)), in: ink)]
  var canvas = Canvas(width: 24, height: 16)
  for letter in line.outlines(at: Point(x: 2, y: 12)) {
    canvas.fill(letter, with: ink)
  }
  #expect(Canvas(drawing).pixels == canvas.pixels)
}

@Test func `coarse edges are the same edges in fifteenths`() {
  var circle = Outline()
  circle.add(RoundedRectangle(x: 2.3, y: 4.1, width: 30, height: 30, cornerRadius: 15))
  let bar = RoundedRectangle(x: 40.2, y: 1.7, width: 7, height: 30)
  var drawing = Drawing(width: 60, height: 40)
  drawing.marks = [
    .shape(.outline(circle), in: ink),
    .shape(.bars([bar]), in: ink),
  ]

  let fine = Canvas(drawing).pixels.map { Int($0 >> 24) }
  // Without many levels there would be nothing to coarsen.
  #expect(Set(fine).count > 32)

  drawing.hasCoarseEdges = true
  let coarse = Canvas(drawing).pixels.map { Int($0 >> 24) }
  // 255 is 15 times 17; the nearest of the sixteen levels is at most half a step away.
  #expect(coarse.allSatisfy { $0 % 17 == 0 })
  #expect(Set(coarse).count == 16)
  #expect(zip(fine, coarse).allSatisfy { abs($0 - $1) <= 8 })
}

@Test func `a background can be a gradient, and the color of text is black on a canvas`() {
  let gradient = Gradient(colors: [.clear, Color(red: 0, green: 0, blue: 0)])
  let down = Paint.gradient(gradient, from: Point(x: 0, y: 0), to: Point(x: 0, y: 4))
  let ground = Canvas(Drawing(width: 2, height: 4, background: down))
  // 255 times 1/8, 3/8, 5/8 and 7/8: the middles of four rows.
  #expect(ground.pixels.map { $0 >> 24 } == [32, 32, 96, 96, 159, 159, 223, 223])
  var drawing = Drawing(width: 1, height: 1)
  drawing.marks = [.shape(.bars([drawing.whole]), in: .currentColor(alpha: 51))]
  #expect(Canvas(drawing).pixels == [51 << 24])
}
