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
}

@Test func `a shape plots its range in equal steps`() {
  let sine = WaveFormShape(range: 0...2 * .pi, steps: 5) { sin($0) }
  let points = sine.points(in: frame)
  #expect(points.map(\.x) == [10, 35, 60, 85, 110])
  // At each quarter of its turn: 0, 1, 0, -1 and 0.
  let heights: [Double] = [40, 20, 40, 60, 40]
  for (point, height) in zip(points, heights) {
    #expect(abs(point.y - height) < 1e-9)
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

  // 0.8 times sin(4x - 1), times a taper of 1 / (1 + x⁴).
  #expect(abs(wave.function(0) - 0.8 * sin(-1)) < 1e-12)
  let taper = 1 / 1.0625
  #expect(abs(wave.function(0.5) - 0.8 * sin(1) * taper) < 1e-12)
  #expect(abs(wave.function(2 * .pi)) < 0.001)
}

/// A picture in which a line of ten points is flat from row 45 to row 54.
private var waveLook: ThumbnailLook {
  var look = ThumbnailLook(width: 300, height: 100)
  look.geometry.thickness = 10
  return look
}

private let flat = 45...54

/// Returns the rows that a wave covers.
private func rows(
  of levels: [Float],
  style: WaveformStyle,
  moment: WaveformMoment? = nil
) throws -> ClosedRange<Int> {
  var look = waveLook
  look.moment = moment
  let canvas = try draw(ThumbnailSubject(levels: levels, seconds: 3), style, look: look)
  // A line that is cut by an edge has opaque pixels in it; one that only touches it has none.
  for row in [0, 99] {
    #expect((0..<300).allSatisfy { canvas.alpha(x: $0, y: row) < 255 })
  }
  let inked = (0..<100).filter { !canvas.inkedColumns(ofRow: $0).isEmpty }
  let first = try #require(inked.first)
  let last = try #require(inked.last)
  return first...last
}

@Test(arguments: [WaveformStyle.sine, .speech])
func `a wave of silence is flat, and none is cut`(style: WaveformStyle) throws {
  #expect(try rows(of: [0, 0, 0], style: style) == flat)
  #expect(try rows(of: [1, 1, 1], style: style).count > 50)
}

@Test(arguments: [WaveformStyle.sine, .speech])
func `a wave has the level of its moment`(style: WaveformStyle) throws {
  let quietThenLoud: [Float] = [0, 0, 0, 0, 1, 1, 1, 1]
  let start = WaveformMoment(position: 0, seconds: 0)
  #expect(try rows(of: quietThenLoud, style: style, moment: start) == flat)
  let end = WaveformMoment(position: 1, seconds: 0)
  #expect(try rows(of: quietThenLoud, style: style, moment: end).count > 50)
}
