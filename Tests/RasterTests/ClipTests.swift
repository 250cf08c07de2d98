import Testing

@testable import Raster

@Test func `a clip between pixels covers a share of them`() {
  let clip = ClipRectangle(left: 1.5, top: 0, right: 4.25, bottom: 3)
  #expect(
    drawing(width: 6, height: 3, Outline(x: 0, y: 0, width: 6, height: 3), clip: clip).ascii == """
      .5##2.
      .5##2.
      .5##2.
      """
  )
}

@Test func `an edge in the clipped column is cut exactly`() {
  let clip = ClipRectangle(left: 1.5, top: 0, right: 9, bottom: 1)
  let canvas = drawing(width: 4, height: 1, Outline(x: 0, y: 0, width: 1.75, height: 1), clip: clip)
  // From 1.5 to 1.75: a quarter of 255.
  #expect(canvas.alpha(1, 0) == 64)
  #expect(canvas.alpha(2, 0) == 0)
}

@Test func `two clips with a common border make one shape`() {
  var outline = Outline()
  outline.addCircle(center: Point(x: 8, y: 8), radius: 6.5)
  let border = 7.37
  let leftClip = ClipRectangle(left: -1, top: -1, right: border, bottom: 17)
  let rightClip = ClipRectangle(left: border, top: -1, right: 17, bottom: 17)
  let whole = drawing(width: 16, height: 16, outline)
  let left = drawing(width: 16, height: 16, outline, clip: leftClip)
  let right = drawing(width: 16, height: 16, outline, clip: rightClip)
  for y in 0..<16 {
    for x in 0..<16 {
      let sum = left.alpha(x, y) + right.alpha(x, y)
      // Each half is rounded by itself.
      #expect(abs(sum - whole.alpha(x, y)) <= 1)
    }
  }
}

@Test(arguments: [
  (3.0, 1.0),
  (9, 12),
  (-5, -1),
  (.nan, 3),
  (2, .nan),
  (2, 2),
])
func `an empty clip draws nothing`(left: Double, right: Double) {
  let clip = ClipRectangle(left: left, top: 0, right: right, bottom: 8)
  #expect(
    drawing(width: 8, height: 8, Outline(x: 0, y: 0, width: 8, height: 8), clip: clip).inkArea == 0
  )
  let bar = RoundedRectangle(x: 0, y: 0, width: 8, height: 8, cornerRadius: 2)
  var canvas = Canvas(width: 8, height: 8)
  canvas.fill([bar], with: .color(black), clip: clip)
  #expect(canvas.inkArea == 0)
}
