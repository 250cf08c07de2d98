import Glibc
import Raster
import Testing
@testable import Thumbnails
import Waveform

private let frame = WaveformScene.Frame(x: 10, y: 20, width: 100, height: 40)

@Test func `a shape plots its function from 1 at the top to -1 at the bottom`() {
  // The identity from -1 to 1: from the lower left corner of the frame to the upper right one.
  let line = WaveFormShape { $0 }
  let corners = [
    Point(x: 10, y: 60),
    Point(x: 60, y: 40),
    Point(x: 110, y: 20),
  ]
  #expect(line.points(in: frame) == corners)

  // A sine at each quarter of its turn: 0, 1, 0, -1 and 0.
  let curve = WaveFormShape(range: 0...2 * .pi, steps: 5) { sin($0) }.points(in: frame)
  #expect(curve.map(\.x) == [10, 35, 60, 85, 110])
  for (point, y) in zip(curve, [40, 20, 40, 60, 40.0]) {
    #expect(abs(point.y - y) < 1e-9)
  }
}

@Test func `an undefined function is flat, and has at least two steps`() {
  func heights(of shape: WaveFormShape) -> [Double] {
    shape.points(in: frame).map(\.y)
  }
  // The root of a negative number is no number; 2 is one frame above its top.
  let root = WaveFormShape(range: -4...4, steps: 3) { $0.squareRoot() }
  #expect(heights(of: root) == [40, 40, 0])
  let hyperbola = WaveFormShape(steps: -3) { 1 / $0 }
  #expect(heights(of: hyperbola) == [60, 20])
  // A range without length would divide by 0.
  let point = WaveFormShape(range: 1...1, steps: 2) { $0 }
  #expect(heights(of: point) == [20, 20])
}

@Test func `a tapered sine is flat at its ends`() {
  let wave = SineRenderer.wave(amplitude: 0.8, frequency: 4, phase: 1)
  #expect(wave.range == -2 * .pi...2 * .pi)
  #expect(wave.steps == 300)
  #expect(abs(wave.function(0) - 0.8 * sin(-1)) < 1e-12)
  // 1 / (1 + x⁴) at a half.
  let taper = 1 / 1.0625
  #expect(abs(wave.function(0.5) - 0.8 * sin(1) * taper) < 1e-12)
  #expect(abs(wave.function(2 * .pi)) < 0.001)
}

@Test(arguments: [WaveformStyle.sine, .speech])
func `a wave of silence is flat, and none is cut`(style: WaveformStyle) throws {
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 300, height: 100)
  look.thickness = 10
  func rows(_ levels: [Float]) throws -> ClosedRange<Int> {
    let subject = ThumbnailSubject(summary: WaveformSummary(amplitudes: levels, duration: 3))
    let canvas = try ThumbnailDrawing.draw(subject, style: style, look: look).canvas
    // A line that is cut by an edge has opaque pixels in it; one that only touches it has none.
    #expect((0..<300).allSatisfy { canvas.alpha($0, 0) < 255 })
    #expect((0..<300).allSatisfy { canvas.alpha($0, 99) < 255 })
    let inked = (0..<100).filter { y in (0..<300).contains { canvas.alpha($0, y) > 0 } }
    let first = try #require(inked.first)
    let last = try #require(inked.last)
    return first...last
  }

  // A line of ten points in the middle of 100.
  let flat = 45...54
  #expect(try rows([0, 0, 0]) == flat)
  #expect(try rows([1, 1, 1]).count > 50)

  // These styles show one moment, here the silent beginning and the loud end.
  let quietThenLoud: [Float] = [0, 0, 0, 0, 1, 1, 1, 1]
  look.moment = WaveformMoment(position: 0, seconds: 0)
  #expect(try rows(quietThenLoud) == flat)

  look.moment = WaveformMoment(position: 1, seconds: 0)
  #expect(try rows(quietThenLoud).count > 50)
}
