import Testing

@testable import Raster

@Test func `a rectangle on whole pixels is exact`() {
  let rectangle = Outline.rectangle(x: 2, y: 1, width: 2, height: 2)
  let canvas = Canvas(filling: rectangle, width: 6, height: 4)
  #expect(
    canvas.ascii == """
      ......
      ..##..
      ..##..
      ......
      """
  )
}

@Test func `a rectangle between pixels covers a share of each`() {
  let rectangle = Outline.rectangle(x: 0.5, y: 0.5, width: 2, height: 2.25)
  let canvas = Canvas(filling: rectangle, width: 4, height: 4)
  // A corner covers a quarter of its pixel, a side half or three quarters.
  #expect(
    canvas.ascii == """
      252.
      5#5.
      373.
      ....
      """
  )
  // The picture has tenths only: these are 255 / 4 and 255 * 3 / 4, rounded.
  #expect(canvas.alpha(x: 0, y: 0) == 64)
  #expect(canvas.alpha(x: 1, y: 2) == 191)
}

@Test func `a triangle is cut along its slope`() {
  let triangle = Outline(polygon: [(0, 0), (4, 0), (0, 4)])
  let canvas = Canvas(filling: triangle, width: 4, height: 4)
  #expect(
    canvas.ascii == """
      ###5
      ##5.
      #5..
      5...
      """
  )
}

@Test func `flat slopes are spread over their columns`() {
  let wedge = Outline(polygon: [(0, 0), (8, 1), (0, 1)])
  let canvas = Canvas(filling: wedge, width: 8, height: 2)
  for column in 0..<8 {
    let middle = Double(column) + 0.5
    let exact = 255 * (1 - middle / 8)
    // Half a level by rounding; areas are sums of floats.
    let difference = abs(Double(canvas.alpha(x: column, y: 0)) - exact)
    #expect(difference <= 0.51)
    #expect(canvas.alpha(x: column, y: 1) == 0)
  }
}

@Test func `a hole with opposite winding stays open`() {
  var outline = Outline.rectangle(x: 0, y: 0, width: 6, height: 5)
  let counterclockwise: [(Double, Double)] = [(2, 1), (2, 4), (4, 4), (4, 1)]
  outline.append(polygon: counterclockwise)
  let canvas = Canvas(filling: outline, width: 6, height: 5)
  #expect(
    canvas.ascii == """
      ######
      ##..##
      ##..##
      ##..##
      ######
      """
  )
}

@Test func `a five-pointed star is filled in its middle`() {
  // Every second corner of a pentagon, so that the lines cross.
  let star = Outline(polygon: [(10, 0), (16, 19), (0, 7), (20, 7), (4, 19)])
  let canvas = Canvas(filling: star, width: 20, height: 20)
  // By the non-zero rule; by that of even and odd the middle would be a hole.
  #expect(canvas.alpha(x: 10, y: 10) == 255)
  #expect(canvas.alpha(x: 9, y: 1) > 0)
}

// From less than a pixel to the largest picture. A disc is made of curves, and each pixel is rounded:
// 1 % is untuned.
@Test(arguments: [0.4, 1.5, 7.3, 60.25, 300])
func `a disc has the area of a circle`(radius: Double) {
  let side = Int(2 * radius) + 3
  // A little off the corners of pixels, so that no two quarters of the disc are cut alike.
  let center = Point(x: radius + 1.3, y: radius + 0.8)
  var disc = Outline()
  disc.addCircle(center: center, radius: radius)

  let area = Canvas(filling: disc, width: side, height: side).inkArea
  let exact = Double.pi * radius * radius
  #expect(abs(area / exact - 1) < 0.01)
}

@Test func `a capsule has the area of its stroke and two half discs`() {
  let start = Point(x: 6, y: 7)
  let end = Point(x: 36, y: 47)
  var capsule = Outline()
  capsule.addCapsule(from: start, to: end, width: 8)

  let area = Canvas(filling: capsule, width: 50, height: 60).inkArea
  // 30 across and 40 down are 50 long; both caps are a disc of radius 4.
  let stroke = 50 * 8.0
  let caps = 16 * Double.pi
  #expect(abs(area - (stroke + caps)) < 0.5)
}

@Test func `a cubic curve has the area of its closed form`() {
  let start = Point(x: 0, y: 60)
  let above = Point(x: 0, y: 0)
  let aboveEnd = Point(x: 60, y: 0)
  let end = Point(x: 60, y: 60)
  var arch = Outline()
  arch.move(to: start)
  arch.cubic(above, aboveEnd, to: end)
  arch.close()

  // x = 60 (3t² - 2t³) and 60 - y = 60 (3t - 3t²): the integral of (60 - y) dx is 3600 times
  // 18 (B(3, 3)) = 18 / 30.
  let exact = 0.6 * 3600
  let area = Canvas(filling: arch, width: 60, height: 60).inkArea
  #expect(abs(area - exact) < 2)
}

@Test func `rounded rectangles lack the area of their corners`() {
  let rectangle = RoundedRectangle(x: 3, y: 3, width: 40, height: 20, cornerRadius: 6)
  var outline = Outline()
  outline.add(rectangle)

  let area = Canvas(filling: outline, width: 50, height: 30).inkArea
  // The four corners are a square of two radii without the disc in it.
  let corners = (4 - Double.pi) * 36
  #expect(abs(area - (800 - corners)) < 0.3)
}

@Test func `corner radii are capped at half the shorter side`() {
  let tooRound = RoundedRectangle(x: 0, y: 0, width: 4, height: 2, cornerRadius: 9)
  #expect(tooRound.cornerRadius == 1)
  let negative = RoundedRectangle(x: 0, y: 0, width: 4, height: 2, cornerRadius: -3)
  #expect(negative.cornerRadius == 0)
}

@Test func `a diamond around the canvas fills it`() {
  // Its corners are beyond all four sides, and none of its edges touches the canvas.
  let diamond = Outline(polygon: [(-40, 4), (4, -40), (48, 4), (4, 48)])
  let canvas = Canvas(filling: diamond, width: 8, height: 8)
  #expect(canvas.inkArea == 64)
}

@Test func `a triangle that begins above and left of the canvas is cut`() {
  let triangle = Outline(polygon: [(-2, -2), (4, -2), (-2, 4)])
  let canvas = Canvas(filling: triangle, width: 4, height: 4)
  #expect(
    canvas.ascii == """
      #5..
      5...
      ....
      ....
      """
  )
}

@Test func `a shape beyond the right edge fills up to it`() {
  let wide = Outline.rectangle(x: 2, y: 0, width: 50, height: 2)
  let canvas = Canvas(filling: wide, width: 5, height: 2)
  #expect(
    canvas.ascii == """
      ..###
      ..###
      """
  )
}
