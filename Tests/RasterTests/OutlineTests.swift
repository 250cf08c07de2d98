import Testing

@testable import Raster

@Test func `a rectangle on whole pixels is exact`() {
  #expect(
    drawing(width: 6, height: 4, Outline(x: 2, y: 1, width: 2, height: 2)).ascii == """
      ......
      ..##..
      ..##..
      ......
      """
  )
}

@Test func `a rectangle between pixels covers a share of each`() {
  let canvas = drawing(width: 4, height: 4, Outline(x: 0.5, y: 0.5, width: 2, height: 2.25))
  // A corner covers a quarter of its pixel, a side half or three quarters.
  #expect(
    canvas.ascii == """
      252.
      5#5.
      373.
      ....
      """
  )
  #expect(canvas.alpha(0, 0) == 64)
  #expect(canvas.alpha(1, 2) == 191)
}

@Test func `a triangle is cut along its slope`() {
  #expect(
    drawing(width: 4, height: 4, Outline(polygon: [(0, 0), (4, 0), (0, 4)])).ascii == """
      ###5
      ##5.
      #5..
      5...
      """
  )
}

@Test func `flat slopes are spread over their columns`() {
  let canvas = drawing(width: 8, height: 2, Outline(polygon: [(0, 0), (8, 1), (0, 1)]))
  for column in 0..<8 {
    let exact = 255 * (1 - (Double(column) + 0.5) / 8)
    #expect(abs(Double(canvas.alpha(column, 0)) - exact) <= 0.51)
  }
  #expect((0..<8).allSatisfy { canvas.alpha($0, 1) == 0 })
}

@Test func `a hole with opposite winding stays open`() {
  var outline = Outline(x: 0, y: 0, width: 6, height: 5)
  outline.append(polygon: [(2, 1), (2, 4), (4, 4), (4, 1)])
  #expect(
    drawing(width: 6, height: 5, outline).ascii == """
      ######
      ##..##
      ##..##
      ##..##
      ######
      """
  )
}

@Test func `a five-pointed star is filled in its middle`() {
  let star = Outline(polygon: [(10, 0), (16, 19), (0, 7), (20, 7), (4, 19)])
  let canvas = drawing(width: 20, height: 20, star)
  // By the non-zero rule; by that of even and odd the middle would be a hole.
  #expect(canvas.alpha(10, 10) == 255)
  #expect(canvas.alpha(9, 1) > 0)
}

// From less than a pixel to the largest picture. A disc is made of curves, and each pixel is rounded:
// 1 % is a guess.
@Test(arguments: [0.4, 1.5, 7.3, 60.25, 300])
func `a disc has the area of a circle`(radius: Double) {
  let side = Int(2 * radius) + 3
  var outline = Outline()
  outline.addCircle(center: Point(x: radius + 1.3, y: radius + 0.8), radius: radius)
  let area = drawing(width: side, height: side, outline).inkArea
  #expect(abs(area / (.pi * radius * radius) - 1) < 0.01)
}

@Test func `a capsule has the area of its stroke and two half discs`() {
  var outline = Outline()
  outline.addCapsule(from: Point(x: 6, y: 7), to: Point(x: 36, y: 47), width: 8)
  let area = drawing(width: 50, height: 60, outline).inkArea
  // 30 across and 40 down are 50 long.
  let stroke = 50 * 8.0
  let caps = 16 * Double.pi
  #expect(abs(area - (stroke + caps)) < 0.5)
}

@Test func `a cubic curve has the area of its closed form`() {
  var outline = Outline()
  outline.move(to: Point(x: 0, y: 60))
  outline.cubic(Point(x: 0, y: 0), Point(x: 60, y: 0), to: Point(x: 60, y: 60))
  outline.close()
  // 3/20 of the determinant sum of a cubic from (0,60) by (0,0), (60,0) to (60,60).
  let expected = 0.6 * 3600
  #expect(abs(drawing(width: 60, height: 60, outline).inkArea - expected) < 2)
}

@Test func `rounded rectangles lack the area of their corners`() {
  var outline = Outline()
  outline.add(RoundedRectangle(x: 3, y: 3, width: 40, height: 20, cornerRadius: 6))
  // A square of four radii lacks what is outside a disc.
  let corners = (4 - Double.pi) * 36
  let area = drawing(width: 50, height: 30, outline).inkArea
  #expect(abs(area - (800 - corners)) < 0.3)
}

@Test func `corner radii are capped at half the shorter side`() {
  let bar = RoundedRectangle(x: 0, y: 0, width: 4, height: 2, cornerRadius: 9)
  #expect(bar.cornerRadius == 1)
  #expect(RoundedRectangle(x: 0, y: 0, width: 4, height: 2, cornerRadius: -3).cornerRadius == 0)
}

@Test func `shapes beyond the canvas leave the rest unchanged`() {
  let inside = drawing(
    width: 8,
    height: 8,
    Outline(polygon: [(-40, 4), (4, -40), (48, 4), (4, 48)])
  )
  #expect(inside.inkArea == 64)
  let corner = drawing(width: 4, height: 4, Outline(polygon: [(-2, -2), (4, -2), (-2, 4)]))
  #expect(
    corner.ascii == """
      #5..
      5...
      ....
      ....
      """
  )
}

@Test func `a shape beyond the right edge fills up to it`() {
  #expect(
    drawing(width: 5, height: 2, Outline(x: 2, y: 0, width: 50, height: 2)).ascii == """
      ..###
      ..###
      """
  )
}
