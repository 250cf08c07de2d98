import Glibc
import Raster

extension WaveformStyle {
  /// Rays around a circle.
  public static let circular = WaveformStyle(
    "circular",
    "strokes around a circle, clockwise from the top",
    defaultSize: ThumbnailSize(width: 512, height: 512),
    options: [.innerRadius, .barWidth],
    isPlain: true
  ) { CircularRenderer(innerRadius: $0.geometry.innerRadius, barWidth: $0.geometry.barWidth) }
}

/// Bars around a circle like the rays of a sun, starting at twelve o'clock.
struct CircularRenderer: WaveformRenderer {
  private let innerRadius: Double
  private let barWidth: Double?

  init(innerRadius: Double? = nil, barWidth: Double? = nil) {
    self.innerRadius = min(1, .length(innerRadius, or: 0.45))
    self.barWidth = barWidth.map { .length($0, or: 0) }
  }

  var laneArrangement: LaneArrangement { .shared }
  var timeAxis: TimeAxis { .around(innerRadius: innerRadius) }

  func barCount(in size: ThumbnailSize, asked: Int?) -> Int {
    // At most one per point along the outer edge.
    let circumference = .pi * Double(min(size.width, size.height))
    let maximum = max(1, Int(circumference))
    // 64 rays leave gaps at the hole, where they are closest. By eye.
    return min(max(1, asked ?? 64), maximum)
  }

  func marks(of scene: WaveformScene) -> [Mark] {
    let ring = ring(of: scene)
    let hasTints = !scene.tints.played.isEmpty
    var tinted: [Mark] = []
    var played = Outline()
    var unplayed = Outline()
    for index in scene.heights.indices {
      let isPlayed = isPlayed(index, in: scene)
      if !scene.exists(index) {
        // Layers of rays in colors are compared ray by ray.
        if hasTints {
          tinted.append(.shape(.outline(Outline()), in: .color(.clear)))
        }
      } else if let color = scene.tints.color(of: index, isPlayed: isPlayed) {
        // A mark of its own, as each ray may have another color.
        var ray = Outline()
        ring.addRay(index, of: scene, to: &ray)
        tinted.append(.shape(.outline(ray), in: .color(color)))
      } else if isPlayed {
        ring.addRay(index, of: scene, to: &played)
      } else {
        ring.addRay(index, of: scene, to: &unplayed)
      }
    }

    // All rays of one color are one outline, so that they do not add up where they cross.
    var marks = tinted
    if !played.isEmpty {
      let paint = scene.paint(played: true, direction: .down)
      marks.append(.shape(.outline(played), in: paint))
    }
    if !unplayed.isEmpty {
      let paint = scene.paint(played: false, direction: .down)
      marks.append(.shape(.outline(unplayed), in: paint))
    }
    return marks
  }

  /// Returns whether a ray is before the playhead: in time, a ray cannot be split.
  private func isPlayed(_ index: Int, in scene: WaveformScene) -> Bool {
    guard let playhead = scene.playhead else { return true }
    return Double(index) / Double(scene.heights.count) <= playhead
  }

  /// The space of one lane around the hole, in pixels.
  private struct Ring {
    /// The distance of its inner edge from the middle.
    var start: Double
    var depth: Double
    var maximumRay: Double
    var barWidth: Double

    func addRay(_ index: Int, of scene: WaveformScene, to outline: inout Outline) {
      // Angles count from three o'clock; a quarter less is twelve o'clock.
      let turn = Double(index) / Double(scene.heights.count)
      let angle = 2 * .pi * turn - .pi / 2
      let level = Double(scene.heights[index])
      // Silence is a ring of dots two points long, so that the circle stays whole.
      let length = (level * depth).clamped(min: 2 * scene.scale, max: maximumRay)
      let center = scene.frame.center
      let innerEnd = center.moved(by: start, towards: angle)
      let outerEnd = center.moved(by: start + length, towards: angle)
      outline.addCapsule(from: innerEnd, to: outerEnd, width: barWidth)
    }
  }

  /// Returns the ring of one lane; lanes divide the space between inner and outer radius, from the
  /// inside out.
  private func ring(of scene: WaveformScene) -> Ring {
    let side = min(scene.frame.width, scene.frame.height)
    let inner = innerRadius * side / 2
    let depth = (side / 2 - inner) / Double(max(1, scene.lane.count))

    // By default 7.7 of 512 points: 64 rays with gaps of about their width at the hole. By eye.
    let requested = barWidth.map { $0 * scene.scale } ?? 0.015 * side
    // The caps of bars wider than the depth of the ring would be cut by the edge of the picture.
    let width = min(requested, 2 * depth)
    let isOutermost = scene.lane.index + 1 >= scene.lane.count
    let room =
      if isOutermost {
        width / 2
      } else {
        // The caps of the next ring extend inward, and a gap of half a bar is left.
        1.5 * width
      }
    return Ring(
      start: inner + Double(scene.lane.index) * depth,
      depth: depth,
      maximumRay: depth - room,
      barWidth: width
    )
  }
}

extension Point {
  func moved(by distance: Double, towards angle: Double) -> Point {
    Point(x: x + distance * cos(angle), y: y + distance * sin(angle))
  }
}
