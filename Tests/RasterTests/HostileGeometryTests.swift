import Testing

@testable import Raster

// What arithmetic makes of a hostile summary or option: no number, and numbers at and beyond the ends
// of Int and of 32 bits, whose conversion would end the process; ordinary ones reach the next step.
private let strange: [Double] = [
  .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e300, 1e18, -9.3e18, 4_294_967_296,
  -0.0, .leastNonzeroMagnitude, 1e7, 3.5, 8,
]

@Test func `no polygon crashes the rasteriser`() {
  var numbers = SeededNumbers(seed: 5)
  for _ in 0..<1000 {
    // Just below the number of them.
    func any() -> Double { strange[Int(numbers.next(in: 0...12.99))] }
    func anyPoint() -> Point { Point(x: any(), y: any()) }
    func anyRectangle() -> RoundedRectangle {
      RoundedRectangle(x: any(), y: any(), width: any(), height: any(), cornerRadius: any())
    }
    var outline = Outline()
    outline.move(to: anyPoint())
    outline.line(to: anyPoint())
    outline.cubic(anyPoint(), anyPoint(), to: anyPoint())
    outline.arc(center: anyPoint(), radius: any(), from: any(), to: any())
    outline.addCapsule(from: anyPoint(), to: anyPoint(), width: any())
    outline.add(anyRectangle())

    var canvas = Canvas(width: 16, height: 16)
    let clip = ClipRectangle(left: any(), top: any(), right: any(), bottom: any())
    let gradient = Gradient(colors: [black, white])
    let paint = Paint.gradient(gradient, from: anyPoint(), to: anyPoint())
    canvas.fill(outline, with: paint)
    canvas.fill(outline, with: .color(black), clip: clip)
    // One of a width that is drawn, so that only the other numbers are strange.
    let narrow = RoundedRectangle(
      x: 2,
      y: any(),
      width: 5,
      height: any(),
      cornerRadius: any()
    )
    canvas.fill([anyRectangle(), narrow], with: paint, clip: clip)
  }
}

@Test func `shapes far larger than the canvas fill it`() {
  let vast = RoundedRectangle(x: -1e6, y: -1e6, width: 2e6, height: 2e6, cornerRadius: 10)
  var canvas = Canvas(width: 9, height: 9)
  canvas.fill([vast], with: .color(black))
  #expect(canvas.inkArea == 81)
  #expect(
    drawing(width: 9, height: 9, Outline(x: -1e9, y: -1e9, width: 2e9, height: 2e9)).inkArea == 81
  )
}

@Test func `a canvas without pixels accepts any fill`() {
  var canvas = Canvas(width: 0, height: 0)
  canvas.fill(Outline(x: 0, y: 0, width: 4, height: 4), with: .color(black))
  canvas.fill([RoundedRectangle(x: 0, y: 0, width: 4, height: 4)], with: .color(black))
  #expect(canvas.pixels.isEmpty)
}

@Test func `an empty outline draws nothing`() {
  #expect(drawing(width: 4, height: 4, Outline()).inkArea == 0)
  var line = Outline()
  line.move(to: Point(x: 0, y: 0))
  line.line(to: Point(x: 4, y: 4))
  line.close()
  #expect(drawing(width: 4, height: 4, line).inkArea == 0)
}
