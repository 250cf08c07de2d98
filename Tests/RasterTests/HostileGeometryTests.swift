import Testing

@testable import Raster

// What arithmetic makes of a hostile summary or option: no number, and numbers at and beyond the ends
// of Int and of 32 bits, whose conversion would end the process; ordinary ones reach the next step.
private let strangeNumbers: [Double] = [
  .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e300, 1e18, -9.3e18, 4_294_967_296,
  -0.0, .leastNonzeroMagnitude, 1e7, 3.5, 8,
]

/// Shapes of strange numbers.
private struct StrangeShapes {
  private var random = SeededNumbers(seed: 5)

  mutating func number() -> Double {
    strangeNumbers.randomElement(using: &random) ?? 0
  }

  mutating func point() -> Point {
    Point(x: number(), y: number())
  }

  mutating func rectangle() -> RoundedRectangle {
    RoundedRectangle(
      x: number(),
      y: number(),
      width: number(),
      height: number(),
      cornerRadius: number()
    )
  }

  /// Returns a bar that is drawn for its width and place, so that the other numbers are used.
  mutating func narrowBar() -> RoundedRectangle {
    RoundedRectangle(x: 2, y: number(), width: 5, height: number(), cornerRadius: number())
  }

  /// Returns an outline with a step of each kind.
  mutating func outline() -> Outline {
    var outline = Outline()
    outline.move(to: point())
    outline.line(to: point())
    outline.cubic(point(), point(), to: point())
    outline.arc(center: point(), radius: number(), from: number(), to: number())
    outline.addCapsule(from: point(), to: point(), width: number())
    outline.add(rectangle())
    return outline
  }

  mutating func clip() -> ClipRectangle {
    ClipRectangle(left: number(), top: number(), right: number(), bottom: number())
  }

  mutating func gradient() -> Paint {
    .gradient(Gradient(colors: [black, white]), from: point(), to: point())
  }
}

// Nothing is expected of the pixels: a conversion that traps ends the process, and a loop over 10^18
// rows never ends.
@Test func `no polygon crashes the rasteriser`() {
  var shapes = StrangeShapes()
  for _ in 0..<1000 {
    let outline = shapes.outline()
    let paint = shapes.gradient()
    let clip = shapes.clip()
    let bars = [shapes.rectangle(), shapes.narrowBar()]

    var canvas = Canvas(width: 16, height: 16)
    canvas.fill(outline, with: paint)
    canvas.fill(outline, with: .color(black), clip: clip)
    canvas.fill(bars, with: paint, clip: clip)
  }
}

@Test func `shapes far larger than the canvas fill it`() {
  let vastBar = RoundedRectangle(x: -1e6, y: -1e6, width: 2e6, height: 2e6, cornerRadius: 10)
  #expect(Canvas(filling: vastBar, width: 9, height: 9).inkArea == 81)

  let vastOutline = Outline.rectangle(x: -1e9, y: -1e9, width: 2e9, height: 2e9)
  #expect(Canvas(filling: vastOutline, width: 9, height: 9).inkArea == 81)
}

@Test func `a canvas without pixels accepts any fill`() {
  let outline = Outline.rectangle(x: 0, y: 0, width: 4, height: 4)
  #expect(Canvas(filling: outline, width: 0, height: 0).pixels.isEmpty)

  let bar = RoundedRectangle(x: 0, y: 0, width: 4, height: 4)
  #expect(Canvas(filling: bar, width: 0, height: 0).pixels.isEmpty)
}

@Test func `an empty outline draws nothing`() {
  #expect(Canvas(filling: Outline(), width: 4, height: 4).inkArea == 0)

  // There and back: a contour without area.
  var line = Outline()
  line.move(to: Point(x: 0, y: 0))
  line.line(to: Point(x: 4, y: 4))
  line.close()
  #expect(Canvas(filling: line, width: 4, height: 4).inkArea == 0)
}
