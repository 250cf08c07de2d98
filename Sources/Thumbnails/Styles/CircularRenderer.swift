import Glibc
import Raster

extension WaveformStyle {
  /// Rays around a circle.
  public static let circular = WaveformStyle(
    "circular", "strokes around a circle, clockwise from the top",
    defaultSize: ThumbnailSize(width: 512, height: 512), options: [.innerRadius, .barWidth],
    isPlain: true
  ) { CircularRenderer(innerRadius: $0.innerRadius, barWidth: $0.barWidth) }
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
    return min(max(1, asked ?? 64), max(1, Int(circumference)))
  }

  func marks(of scene: WaveformScene) -> [Mark] {
    let side = min(scene.frame.width, scene.frame.height)
    let ring = ring(of: scene, side: side)
    let count = scene.heights.count
    var played = Outline()
    var unplayed = Outline()
    var rays: [Mark] = []
    for (index, level) in scene.heights.enumerated() {
      guard scene.isThere(index) else {
        // Layers of rays in colors are compared ray by ray.
        if !scene.tints.isEmpty {
          rays.append(.shape(.outline(Outline()), in: .color(.clear)))
        }
        continue
      }
      let turn = Double(index) / Double(count)
      let angle = 2 * .pi * turn - .pi / 2
      let length = (Double(level) * ring.depth).clamped(least: 2 * scene.scale, most: ring.longest)
      let from = scene.frame.center.moved(by: ring.start, towards: angle)
      let to = scene.frame.center.moved(by: ring.start + length, towards: angle)
      // Bars around a circle are played or not: a ray cannot be split in time.
      let isPlayed = scene.playhead.map { turn <= $0 } ?? true
      if scene.tints.indices.contains(index), scene.unplayedTints.indices.contains(index) {
        var ray = Outline()
        ray.addCapsule(from: from, to: to, width: ring.barWidth)
        let color = isPlayed ? scene.tints[index] : scene.unplayedTints[index]
        rays.append(.shape(.outline(ray), in: .color(color)))
      } else if isPlayed {
        played.addCapsule(from: from, to: to, width: ring.barWidth)
      } else {
        unplayed.addCapsule(from: from, to: to, width: ring.barWidth)
      }
    }
    // All rays of one color are one outline, so that they do not add up where they cross.
    var marks = rays
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

  private struct Ring {
    var start: Double
    var depth: Double
    var longest: Double
    var barWidth: Double
  }

  /// Returns the ring of one lane; lanes divide the space between inner and outer radius, from the
  /// inside out.
  private func ring(of scene: WaveformScene, side: Double) -> Ring {
    let inner = innerRadius * side / 2
    let depth = (side / 2 - inner) / Double(max(1, scene.laneCount))
    let wanted = barWidth.map { $0 * scene.scale } ?? 0.015 * side
    // The caps of bars wider than the depth of the ring would be cut by the edge of the picture.
    let width = min(wanted, 2 * depth)
    let isOutermost = scene.lane + 1 >= scene.laneCount
    // The caps of the next ring extend inward.
    let room = isOutermost ? width / 2 : 1.5 * width
    return Ring(
      start: inner + Double(scene.lane) * depth, depth: depth, longest: depth - room,
      barWidth: width)
  }
}

extension Point {
  func moved(by distance: Double, towards angle: Double) -> Point {
    Point(x: x + distance * cos(angle), y: y + distance * sin(angle))
  }
}
