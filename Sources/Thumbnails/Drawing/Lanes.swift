import Raster

/// The names of channels, each at the lower left of its lane, below captions of markers.
struct LaneLabels {
  // Dark and nearly opaque, so that white letters are legible over any waveform. By eye.
  private static let ground = Color(red: 0x18, green: 0x18, blue: 0x20, alpha: 0xc0)
  private static let ink = Color(rgb: 0xffffff)
  // The text size in points, as captions in pictures of usual height.
  private static let size = 10.0
  private static let margin = 2.0

  private let names: [String]
  private let typeface: Typeface

  /// Creates labels; nil if lanes are not stacked, or not drawn.
  init(of look: ThumbnailLook, arranged arrangement: LaneArrangement) {
    let hasOwnFrames = look.lanes.areSplit && arrangement == .stacked
    names =
      if hasOwnFrames {
        look.lanes.names
      } else {
        []
      }
    typeface = look.typeface
  }

  /// Returns the labels of all lanes; empty for a single lane.
  func marks(in whole: WaveformScene.Frame, count: Int, scale: Int) -> [Mark] {
    guard count > 1 else { return [] }
    return names.prefix(count).enumerated().flatMap { lane, name in
      let frame = whole.lane(lane, of: count, scale: Double(scale), arranged: .stacked)
      return label(name, in: frame, scale: Double(scale))
    }
  }

  private func label(_ name: String, in frame: WaveformScene.Frame, scale: Double) -> [Mark] {
    let size = min(Self.size * scale, frame.height / 2)
    // Smaller text is not readable.
    guard !name.isEmpty, typeface.writes(name), size >= 6 * scale else { return [] }
    let lettering = Lettering(name, size: size, in: typeface)

    // Lengths relative to the size of the text, by eye, as those of captions.
    let padding = 0.35 * size
    let margin = Self.margin * scale
    let height = (1.4 * size).rounded()
    let box = WaveformScene.Frame(
      x: frame.x + margin,
      y: (frame.y + frame.height - height - margin).rounded(),
      width: lettering.width + 2 * padding,
      height: height
    )
    return lettering.marks(in: box, padding: padding, ground: Self.ground, ink: Self.ink)
  }
}

extension WaveformScene.Frame {
  // The gap between two lanes in points, if there is room.
  private static let gap = 4.0

  /// Returns the frame of one lane of a picture.
  func lane(
    _ lane: Int,
    of count: Int,
    scale: Double,
    arranged arrangement: LaneArrangement
  ) -> WaveformScene.Frame {
    guard count > 1, arrangement == .stacked else { return self }
    let gap = min(Self.gap * scale, height / Double(4 * count))
    let step = (height + gap) / Double(count)
    var top = Double(lane) * step
    var bottom = top + step - gap
    // Lanes begin at whole pixels, so that all are equally sharp. Lanes of a few pixels would differ
    // in height by a quarter then.
    if bottom - top > 4 {
      top = top.rounded()
      bottom = bottom.rounded()
    }
    return WaveformScene.Frame(x: x, y: y + top, width: width, height: bottom - top)
  }
}
