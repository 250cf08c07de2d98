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
      """)
}

@Test func `a bar with round corners equals its outline`() {
  var numbers = SeededNumbers(seed: 3)
  for round in 0..<60 {
    let snap = round % 3 == 0
    func place(_ range: ClosedRange<Double>) -> Double {
      let place = numbers.next(in: range)
      return snap ? place.rounded() : place
    }
    let bar = RoundedRectangle(
      x: place(-4...20), y: place(-4...20), width: place(0.3...18),
      height: numbers.next(in: 0.3...30),
      cornerRadius: numbers.next(in: 0...7))
    let clip =
      round % 2 == 0
      ? nil : ClipRectangle(left: 5.3, top: round % 4 == 1 ? -9 : 6.6, right: 17.8, bottom: 21.4)
    var outline = Outline()
    outline.add(bar)
    var canvas = Canvas(width: 30, height: 28)
    canvas.fill([bar], with: .color(black), clip: clip)
    let expected = drawing(30, 28, outline, clip: clip)
    let difference = zip(canvas.pixels, expected.pixels).map { abs(Int($0 >> 24) - Int($1 >> 24)) }
    #expect((difference.max() ?? 0) <= 1, "\(bar) \(String(describing: clip))")
  }
}

@Test func `a bar around the middle is symmetric`() {
  var canvas = Canvas(width: 9, height: 12)
  canvas.fill(
    [RoundedRectangle(x: 2, y: 1.7, width: 5, height: 8.6, cornerRadius: 2)], with: .color(black))
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
  #expect(canvas.pixels.allSatisfy { $0 >> 24 >= 254 })
}

@Test func `a bar wider than a band of rows is drawn whole`() {
  var canvas = Canvas(width: 9000, height: 300)
  canvas.fill(
    [RoundedRectangle(x: 0, y: 0, width: 9000, height: 300, cornerRadius: 150)],
    with: .color(black))
  #expect(abs(canvas.inkArea - (9000 * 300 - (4 - .pi) * 22500)) < 40)
}

@Test func `sides almost on whole pixels are drawn`() {
  for (low, high) in [(1.9999999999, 8), (2, 8.0000000001), (0.0000000001, 10), (-1e-11, 10)] {
    var canvas = Canvas(width: 10, height: 10)
    canvas.fill(
      [RoundedRectangle(x: low, y: low, width: high - low, height: high - low, cornerRadius: 2)],
      with: .color(black))
    #expect(canvas.alpha(5, 5) == 255)
    #expect(canvas.alpha(5, Int(high) - 1) == 255)
  }
}
