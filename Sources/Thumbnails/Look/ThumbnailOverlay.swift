public import Raster
public import Waveform

/// Another recording drawn over the first, at the same scale of time and height.
public struct ThumbnailOverlay: Sendable, Hashable {
  /// The other recording.
  public var measurement: WaveformMeasurement
  /// The color of the overlay.
  public var color: Color

  /// The default color of an overlay; translucent, so that the recording below is visible.
  // 85 % of opacity, by eye.
  public static let standardColor = Color(red: 0xff, green: 0x8a, blue: 0x1a, alpha: 0xd9)

  /// The default colors that several overlays use in turn.
  // By eye: unlike each other and unlike the blue below.
  public static let standardColors = [
    standardColor,
    Color(red: 0x2f, green: 0xb3, blue: 0x44, alpha: 0xd9),
    Color(red: 0xe0, green: 0x40, blue: 0x8a, alpha: 0xd9),
    Color(red: 0x9b, green: 0x5d, blue: 0xe5, alpha: 0xd9),
  ]

  /// Creates an overlay of a measured recording.
  public init(_ measurement: WaveformMeasurement, color: Color = standardColor) {
    self.measurement = measurement
    self.color = color
  }

  // A measurement has thousands of numbers; its length and peak tell nearly all recordings apart.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(measurement.mix.frames)
    hasher.combine(measurement.mix.peak)
    hasher.combine(color)
  }

  /// Returns one summary for each lane of the picture below.
  func summaries(lanes: Int) -> [WaveformSummary] {
    let hasSameLanes = lanes > 1 && measurement.lanes.count == lanes
    return if hasSameLanes {
      measurement.lanes
    } else {
      // A mono recording is compared with each channel of a stereo one.
      [WaveformSummary](repeating: measurement.mix, count: lanes)
    }
  }

  /// Returns the overlay's bands at a moment, or at its loudest moment if nil.
  func bands(at moment: WaveformMoment?) -> [Float] {
    guard let moment else { return measurement.spectrum.loudest() }
    return measurement.spectrum.bands(at: moment.position)
  }

  /// Returns the marks of the overlay's bars in the frame of the recording below.
  func marks(
    of levels: ThumbnailLevels.Lane,
    over beneath: WaveformScene,
    lasting seconds: Double,
    with renderer: some WaveformRenderer
  ) -> [Mark] {
    var scene = beneath
    let share = measurement.mix.share(ofSeconds: seconds)
    scene.colors = WaveformColors(played: color, unplayed: .clear)
    // The part behind the end of a shorter recording is drawn as unplayed, in no color.
    scene.playhead = nil
    if share < 1 {
      scene.playhead = share
    }
    scene.show(levels)
    return renderer.marks(of: scene, with: levels.behind)
  }
}

extension [ThumbnailOverlay] {
  /// Returns the duration of the longest recording, in seconds.
  func longest(_ beneath: WaveformSummary) -> Double {
    reduce(beneath.duration) { longest, overlay in
      Swift.max(longest, overlay.measurement.mix.duration)
    }
  }

  /// Shortens the time axis of a scene if an overlay is longer than its recording.
  func fit(_ scene: inout WaveformScene, lasting beneath: WaveformSummary) {
    let share = beneath.share(ofSeconds: longest(beneath))
    guard share < 1 else { return }
    if let playhead = scene.playhead {
      scene.playhead = playhead * share
    } else {
      // Without a playhead, the unplayed part is what comes after the end, and is not drawn.
      scene.playhead = share
      scene.colors.unplayed = .clear
      scene.colors.unplayedGradient = nil
    }
  }
}

extension WaveformSummary {
  /// Returns the fraction of a picture that the recording occupies if the picture shows `seconds`;
  /// 1 for bars without a duration.
  fileprivate func share(ofSeconds seconds: Double) -> Double {
    guard duration > 0 else { return 1 }
    return duration / seconds
  }
}
