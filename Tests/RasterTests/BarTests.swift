import Testing

@testable import Raster

@Test func `a bar with square corners is a rectangle`() {
  var canvas = Canvas(width: 8, height: 6)
  canvas.fill([RoundedRectangle(x: 2, y: 1, width: 4, height: 4)], with: .color(black))
  #expect(
    canvas.ascii == """
      ........
      ..####..
      ..####..
      ..####..
      ..####..
      ........
      """
  )
}

@Test func `a bar with round corners equals its outline`() {
  var numbers = SeededNumbers(seed: 3)
  for round in 0..<60 {
    let isOnWholePixels = round % 3 == 0
    func length(_ range: ClosedRange<Double>) -> Double {
      let length = numbers.next(in: range)
      return isOnWholePixels ? length.rounded() : length
    }
    let bar = RoundedRectangle(
      x: length(-4...20),
      y: length(-4...20),
      width: length(0.3...18),
      height: numbers.next(in: 0.3...30),
      cornerRadius: numbers.next(in: 0...7)
    )
    // None, one that leaves the top alone, and one that cuts all sides.
    let clip: ClipRectangle? =
      switch round % 4 {
      case 1: ClipRectangle(left: 5.3, top: -9, right: 17.8, bottom: 21.4)
      case 3: ClipRectangle(left: 5.3, top: 6.6, right: 17.8, bottom: 21.4)
      default: nil
      }

    var outline = Outline()
    outline.add(bar)
    var canvas = Canvas(width: 30, height: 28)
    canvas.fill([bar], with: .color(black), clip: clip)
    let expected = drawing(width: 30, height: 28, outline, clip: clip)
    let differences = zip(canvas.pixels, expected.pixels).map { pixel, other in
      abs(Int(pixel >> 24) - Int(other >> 24))
    }
    // Bars have a path of their own through the rasterizer; both round once.
    #expect((differences.max() ?? 0) <= 1, "\(bar) \(String(describing: clip))")
  }
}

@Test func `a bar around the middle is symmetric`() {
  let bar = RoundedRectangle(x: 2, y: 1.7, width: 5, height: 8.6, cornerRadius: 2)
  var canvas = Canvas(width: 9, height: 12)
  canvas.fill([bar], with: .color(black))
  for row in 0..<6 {
    for column in 0..<9 {
      #expect(canvas.alpha(column, row) == canvas.alpha(column, 11 - row))
      #expect(canvas.alpha(column, row) == canvas.alpha(8 - column, row))
    }
  }
}

@Test func `bars that touch leave no seam`() {
  var canvas = Canvas(width: 20, height: 4)
  let bars = (0..<7).map { index in
    RoundedRectangle(x: Double(index) * 20 / 7, y: 0, width: 20.0 / 7, height: 4)
  }
  canvas.fill(bars, with: .color(black))
  // Two shares of a pixel, each of which is rounded.
  #expect(canvas.pixels.allSatisfy { $0 >> 24 >= 254 })
}

@Test func `a bar wider than a band of rows is drawn whole`() {
  var canvas = Canvas(width: 9000, height: 300)
  let bar = RoundedRectangle(x: 0, y: 0, width: 9000, height: 300, cornerRadius: 150)
  canvas.fill([bar], with: .color(black))
  let corners = (4 - Double.pi) * 150 * 150
  // Of 2.7 million pixels, about a thousand are cut by the corners and rounded.
  #expect(abs(canvas.inkArea - (9000 * 300 - corners)) < 40)
}

// A share of 1e-10 of a pixel rounds to 0; the rest of the bar must not be lost with it.
@Test func `sides almost on whole pixels are drawn`() {
  for (low, high) in [
    (1.9999999999, 8),
    (2, 8.0000000001),
    (0.0000000001, 10),
    (-1e-11, 10),
  ] {
    let side = high - low
    let bar = RoundedRectangle(x: low, y: low, width: side, height: side, cornerRadius: 2)
    var canvas = Canvas(width: 10, height: 10)
    canvas.fill([bar], with: .color(black))
    #expect(canvas.alpha(5, 5) == 255)
    #expect(canvas.alpha(5, Int(high) - 1) == 255)
  }
}
