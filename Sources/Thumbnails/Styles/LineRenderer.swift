public import Raster

extension WaveformStyle {
  /// A smooth filled curve.
  public static let line = WaveformStyle(
    "line", "a filled curve, mirrored about the middle", options: [.thickness], isPlain: true
  ) { LineRenderer(thickness: $0.thickness) }
}

/// A smooth filled curve and its mirror image about the midline.
public struct LineRenderer: WaveformRenderer {
  private let thickness: Double

  public init(thickness: Double? = nil) {
    self.thickness = .length(thickness, or: 2)
  }

  public func barCount(in size: ThumbnailSize, asked: Int?) -> Int {
    min(max(1, asked ?? max(2, Int(Double(size.width) / 4 + 0.5))), BarLayout.mostBars)
  }

  public func marks(of scene: WaveformScene) -> [Mark] {
    let frame = scene.frame
    let middle = frame.y + frame.height / 2
    var halves = scene.heights.map { level in
      (Double(level) * frame.height)
        .clamped(least: thickness * scene.scale, most: frame.height) / 2
    }
    // A single height is a level line from side to side.
    if halves.count == 1 { halves.append(halves[0]) }
    guard halves.count > 1 else { return [] }
    let curve = MonotoneCurve(halves, width: frame.width)
    var outline = Outline()
    outline.move(to: Point(x: frame.x, y: middle - halves[0]))
    for segment in curve.segments {
      outline.cubic(
        segment.control1.placed(frame.x, middle, -1), segment.control2.placed(frame.x, middle, -1),
        to: segment.end.placed(frame.x, middle, -1))
    }
    outline.line(to: Point(x: frame.x + frame.width, y: middle + halves[halves.count - 1]))
    for segment in curve.segments.reversed() {
      outline.cubic(
        segment.control2.placed(frame.x, middle, 1), segment.control1.placed(frame.x, middle, 1),
        to: segment.start.placed(frame.x, middle, 1))
    }
    outline.close(simple: true)
    return [scene.mark(.outline(outline))]
  }
}

extension Point {
  fileprivate func placed(_ left: Double, _ middle: Double, _ side: Double) -> Point {
    Point(x: left + x, y: middle + side * y)
  }
}
