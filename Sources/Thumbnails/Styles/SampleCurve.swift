import Raster

/// The samples of a few milliseconds as a curve, with a dot on each if there is room.
struct SampleCurve {
  private let scene: WaveformScene
  private let points: [Point]
  private let width: Double
  private let step: Double
  /// The minimum distance of samples from the upper and lower edge.
  let margin: Double

  // The smallest distance of dots in points; closer dots would hide the curve.
  private static let minimumStep = 6.0
  // The number of lines between two samples. Fewer show as corners.
  private static let linesPerSample = 8

  init(_ scene: WaveformScene, thickness: Double) {
    self.scene = scene
    let frame = scene.frame
    width = min(thickness * scene.scale, frame.height)
    let step = frame.width / Double(max(1, scene.heights.count))
    self.step = step

    // Neither the line nor a dot may be cut at the edge.
    let thickest = max(width, 2 * Self.radius(width))
    let margin = min(thickest / 2, frame.height / 2)
    self.margin = margin
    let half = frame.height / 2 - margin
    let middle = frame.y + frame.height / 2
    points = scene.heights.enumerated().map { index, value in
      // Each sample is in the middle of its column, so that the first and last dot are complete.
      Point(x: frame.x + (Double(index) + 0.5) * step, y: middle - Double(value) * half)
    }
  }

  var marks: [Mark] {
    var curve = Outline()
    curve.addStroke(along: line, Stroke(width: width))
    let hasRoomForDots = step >= Self.minimumStep * scene.scale
    guard hasRoomForDots else { return [scene.mark(.outline(curve))] }
    var dots = Outline()
    for point in points {
      dots.addCircle(center: point, radius: Self.radius(width))
    }
    return [scene.mark(.outline(curve)), scene.mark(.outline(dots))]
  }

  // A dot a quarter wider than the line is the smallest that is seen as one.
  private static func radius(_ width: Double) -> Double { 1.25 * width }

  /// A curve through all points that never overshoots them.
  private var line: [Point] {
    // Up to two points apart, straight lines between samples look the same. Untuned.
    guard step > 2 * scene.scale, points.count > 1 else { return points }
    let curve = MonotoneCurve(points.map(\.y), width: step * Double(points.count - 1))
    let bends = curve.segments.flatMap { segment in
      (0..<Self.linesPerSample).map { line in
        segment.point(at: Double(line) / Double(Self.linesPerSample), from: points[0].x)
      }
    }
    return bends + points.suffix(1)
  }
}

extension MonotoneCurve.Segment {
  fileprivate func point(at t: Double, from left: Double) -> Point {
    // The polynomials of Bernstein: how much each of the four points counts.
    let s = 1 - t
    let a = s * s * s
    let b = 3 * s * s * t
    let c = 3 * s * t * t
    let d = t * t * t
    let x = left + a * start.x + b * control1.x + c * control2.x + d * end.x
    let y = a * start.y + b * control1.y + c * control2.y + d * end.y
    return Point(x: x, y: y)
  }
}
