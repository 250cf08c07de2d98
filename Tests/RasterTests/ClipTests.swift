import Testing

@testable import Raster

@Test func `a clip between pixels covers a share of them`() {
  let everything = Outline.rectangle(x: 0, y: 0, width: 6, height: 3)
  let clip = ClipRectangle(left: 1.5, top: 0, right: 4.25, bottom: 3)
  let canvas = Canvas(filling: everything, width: 6, height: 3, clip: clip)
  #expect(
    canvas.ascii == """
      .5##2.
      .5##2.
      .5##2.
      """
  )
}

@Test func `an edge in the clipped column is cut exactly`() {
  // Shape and clip share a quarter of the second pixel, from 1.5 to 1.75. The product of what each of
  // them covers of it, 0.75 and 0.5, would be more.
  let shape = Outline.rectangle(x: 0, y: 0, width: 1.75, height: 1)
  let clip = ClipRectangle(left: 1.5, top: 0, right: 9, bottom: 1)
  let canvas = Canvas(filling: shape, width: 4, height: 1, clip: clip)
  #expect(canvas.alpha(x: 1, y: 0) == 64)
  #expect(canvas.alpha(x: 2, y: 0) == 0)
}

// The playhead divides a shape so: one side in the color of what was played, the other in that of the
// rest.
@Test func `two clips with a common border make one shape`() {
  var disc = Outline()
  disc.addCircle(center: Point(x: 8, y: 8), radius: 6.5)
  let border = 7.37
  let leftClip = ClipRectangle(left: -1, top: -1, right: border, bottom: 17)
  let rightClip = ClipRectangle(left: border, top: -1, right: 17, bottom: 17)

  let whole = Canvas(filling: disc, width: 16, height: 16)
  let left = Canvas(filling: disc, width: 16, height: 16, clip: leftClip)
  let right = Canvas(filling: disc, width: 16, height: 16, clip: rightClip)
  let sums = zip(left.alphas, right.alphas).map { $0 + $1 }
  for (sum, alpha) in zip(sums, whole.alphas) {
    // Each half is rounded by itself.
    #expect(abs(sum - alpha) <= 1)
  }
}

// Beyond either side of the canvas, the wrong way round, of no number, and of no width.
@Test(arguments: [
  (left: 3.0, right: 1.0),
  (left: 9, right: 12),
  (left: -5, right: -1),
  (left: .nan, right: 3),
  (left: 2, right: .nan),
  (left: 2, right: 2),
])
func `an empty clip draws nothing`(left: Double, right: Double) {
  let clip = ClipRectangle(left: left, top: 0, right: right, bottom: 8)
  let everything = Outline.rectangle(x: 0, y: 0, width: 8, height: 8)
  let outline = Canvas(filling: everything, width: 8, height: 8, clip: clip)
  #expect(outline.inkArea == 0)

  let roundBar = RoundedRectangle(x: 0, y: 0, width: 8, height: 8, cornerRadius: 2)
  let bar = Canvas(filling: roundBar, width: 8, height: 8, clip: clip)
  #expect(bar.inkArea == 0)
}
