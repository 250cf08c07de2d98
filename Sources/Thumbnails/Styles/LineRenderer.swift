import Raster

extension WaveformStyle {
  /// A smooth filled curve.
  public static let line = WaveformStyle(
    "line",
    "a filled curve, mirrored at the midline",
    options: [.thickness],
    isPlain: true
  ) { LineRenderer(thickness: $0.geometry.thickness) }
}

/// A smooth filled curve and its mirror image about the midline.
struct LineRenderer: WaveformRenderer {
  private let thickness: Double

  init(thickness: Double? = nil) { self.thickness = .length(thickness, or: 2) }

  func barCount(in size: ThumbnailSize, asked: Int?) -> Int {
    // A point of the curve for every four points of width: with more of them it is no curve, but noise.
    // By eye.
    let fitting = max(2, Int(Double(size.width) / 4 + 0.5))
    return min(max(1, asked ?? fitting), BarLayout.maximumBars)
  }

  var signedForm: SignedForm? { .samplesCloseUp }
  var blendsColors: Bool { true }

  func heightAxis(in scene: WaveformScene) -> HeightAxis {
    let margin: Double =
      if scene.areSamples {
        SampleCurve(scene, thickness: thickness).margin
      } else {
        0
      }
    return HeightAxis(mirroredIn: scene.frame, margin: margin)
  }

  /// Returns the range halfway to both adjacent points of the curve.
  func column(_ index: Int, of scene: WaveformScene) -> (left: Double, width: Double) {
    let frame = scene.frame
    let last = scene.heights.count - 1
    guard last > 0, !scene.areSamples else {
      let width = frame.width / Double(max(1, scene.heights.count))
      return (frame.x + Double(index) * width, width)
    }
    let step = frame.width / Double(last)
    // The first and the last point are at the edges, and have half a step.
    let left = max(0, (Double(index) - 0.5) * step)
    let right = min(frame.width, (Double(index) + 0.5) * step)
    return (frame.x + left, right - left)
  }

  func marks(of scene: WaveformScene) -> [Mark] {
    if scene.areSamples { return SampleCurve(scene, thickness: thickness).marks }
    let (upper, lower) = edges(of: scene)
    // A curve for each run between gaps: one over a gap would show a level that nobody measured.
    let runs = scene.runs(of: upper.count).filter { !$0.isEmpty }
    return runs.map { run in
      let outline = Self.outline(
        above: Array(upper[run]),
        below: Array(lower[run]),
        in: Self.frame(of: run, among: upper.count, in: scene.frame),
        isMirrored: scene.lows == nil
      )
      return scene.mark(.outline(outline))
    }
  }

  /// Returns the part of a frame in which a run of points between two gaps is drawn.
  private static func frame(
    of run: Range<Int>,
    among count: Int,
    in whole: WaveformScene.Frame
  ) -> WaveformScene.Frame {
    guard run.count < count else { return whole }
    var frame = whole
    // The curve ends at the middles of the bars next to a gap; a single bar is half as wide.
    let step = frame.width / Double(count - 1)
    let isSingle = run.count == 1
    let margin = isSingle ? step / 4 : 0
    let left = Double(run.lowerBound) * step - margin
    frame.x += left.clamped(min: 0, max: frame.width)
    frame.width = Double(run.count - 1) * step + 2 * margin
    return frame
  }

  /// Returns the area between the curves above and below the middle.
  private static func outline(
    above upper: [Double],
    below lower: [Double],
    in frame: WaveformScene.Frame,
    isMirrored: Bool
  ) -> Outline {
    let middle = frame.y + frame.height / 2
    var upper = upper
    var lower = lower
    if upper.count == 1 {
      // A single height is a horizontal line.
      upper += upper
      lower += lower
    }
    let top = MonotoneCurve(upper, width: frame.width)
    let bottom = MonotoneCurve(lower, width: frame.width)
    func above(_ point: Point) -> Point {
      Point(x: frame.x + point.x, y: middle - point.y)
    }
    func below(_ point: Point) -> Point {
      Point(x: frame.x + point.x, y: middle + point.y)
    }

    // Along the top to the right, down, and back along the bottom: clockwise, as a simple outline.
    var outline = Outline()
    outline.move(to: Point(x: frame.x, y: middle - upper[0]))
    for segment in top.segments {
      outline.cubic(above(segment.control1), above(segment.control2), to: above(segment.end))
    }
    let lowerEnd = lower[lower.count - 1]
    outline.line(to: Point(x: frame.x + frame.width, y: middle + lowerEnd))
    for segment in bottom.segments.reversed() {
      outline.cubic(below(segment.control2), below(segment.control1), to: below(segment.start))
    }

    // Two separate curves may touch between their points.
    outline.close(simple: isMirrored)
    return outline
  }

  /// Returns the distance of the curve above the middle and below it.
  private func edges(of scene: WaveformScene) -> (upper: [Double], lower: [Double]) {
    let frame = scene.frame
    let minimum = thickness * scene.scale
    guard let lows = scene.lows else {
      let halves = scene.heights.map { level in
        (Double(level) * frame.height).clamped(min: minimum, max: frame.height) / 2
      }
      return (halves, halves)
    }
    let middle = frame.y + frame.height / 2
    let spans = zip(lows, scene.heights).map { low, high in
      scene.span(from: low, to: high, atLeast: minimum)
    }
    let upper = spans.map { middle - $0.top }
    let lower = spans.map { $0.top + $0.height - middle }
    return (upper, lower)
  }
}
