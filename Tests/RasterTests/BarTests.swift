import Testing

@testable import Raster

@Test func `a bar with square corners is a rectangle`() {
  let bar = RoundedRectangle(x: 2, y: 1, width: 4, height: 4)
  let canvas = Canvas(filling: bar, width: 8, height: 6)
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
  var random = SeededNumbers(seed: 3)
  for round in 0..<60 {
    let isOnWholePixels = round % 3 == 0
    let bar = randomBar(isOnWholePixels: isOnWholePixels, using: &random)
    // None, one that leaves the top alone, and one that cuts all sides.
    let clip: ClipRectangle? =
      switch round % 4 {
      case 1: ClipRectangle(left: 5.3, top: -9, right: 17.8, bottom: 21.4)
      case 3: ClipRectangle(left: 5.3, top: 6.6, right: 17.8, bottom: 21.4)
      default: nil
      }

    var outline = Outline()
    outline.add(bar)
    let expected = Canvas(filling: outline, width: 30, height: 28, clip: clip)
    let canvas = Canvas(filling: bar, width: 30, height: 28, clip: clip)
    let differences = zip(canvas.alphas, expected.alphas).map { abs($0 - $1) }
    // Bars have a path of their own through the rasterizer; both round once.
    let worst = differences.max() ?? 0
    #expect(worst <= 1, "\(bar) \(String(describing: clip))")
  }
}

/// Returns a bar that may reach beyond all sides of a canvas of 30 by 28 pixels.
private func randomBar(
  isOnWholePixels: Bool,
  using random: inout SeededNumbers
) -> RoundedRectangle {
  func length(in range: ClosedRange<Double>) -> Double {
    let length = random.next(in: range)
    return isOnWholePixels ? length.rounded() : length
  }
  return RoundedRectangle(
    x: length(in: -4...20),
    y: length(in: -4...20),
    width: length(in: 0.3...18),
    height: random.next(in: 0.3...30),
    cornerRadius: random.next(in: 0...7)
  )
}

@Test func `a bar around the middle is symmetric`() {
  let bar = RoundedRectangle(x: 2, y: 1.7, width: 5, height: 8.6, cornerRadius: 2)
  let canvas = Canvas(filling: bar, width: 9, height: 12)
  for row in 0..<12 {
    let alphas = (0..<9).map { canvas.alpha(x: $0, y: row) }
    let mirrored = (0..<9).map { canvas.alpha(x: $0, y: 11 - row) }
    #expect(alphas == mirrored)
    #expect(alphas == alphas.reversed())
  }
}

@Test func `bars that touch leave no seam`() {
  let barWidth = 20.0 / 7
  let bars = (0..<7).map { index in
    RoundedRectangle(x: Double(index) * barWidth, y: 0, width: barWidth, height: 4)
  }
  var canvas = Canvas(width: 20, height: 4)
  canvas.fill(bars, with: .color(black))
  // Two shares of a pixel, each of which is rounded.
  #expect(canvas.alphas.allSatisfy { $0 >= 254 })
}

@Test func `a bar wider than a band of rows is drawn whole`() {
  let bar = RoundedRectangle(x: 0, y: 0, width: 9000, height: 300, cornerRadius: 150)
  let canvas = Canvas(filling: bar, width: 9000, height: 300)
  // The four corners are a square of two radii without the disc in it.
  let corners = (4 - Double.pi) * 150 * 150
  // Of 2.7 million pixels, about a thousand are cut by the corners and rounded.
  #expect(abs(canvas.inkArea - (9000 * 300 - corners)) < 40)
}

// A share of 1e-10 of a pixel rounds to 0; the rest of the bar must not be lost with it.
@Test(arguments: [
  (low: 1.9999999999, high: 8),
  (low: 2, high: 8.0000000001),
  (low: 0.0000000001, high: 10),
  (low: -1e-11, high: 10),
])
func `sides almost on whole pixels are drawn`(low: Double, high: Double) {
  let side = high - low
  let bar = RoundedRectangle(x: low, y: low, width: side, height: side, cornerRadius: 2)
  let canvas = Canvas(filling: bar, width: 10, height: 10)
  #expect(canvas.alpha(x: 5, y: 5) == 255)
  // The last row that the bar covers.
  #expect(canvas.alpha(x: 5, y: Int(high) - 1) == 255)
}
