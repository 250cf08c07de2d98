public import Raster
public import Waveform

/// Another recording that is drawn over the first, at the same scale of time and height.
public struct ThumbnailOverlay: Sendable, Hashable {
  public var measurement: WaveformMeasurement
  public var color: Color

  /// What is beneath shows through unless a colour says otherwise.
  public static let standardColor = Color(red: 0xff, green: 0x8a, blue: 0x1a, alpha: 0xd9)

  public init(_ measurement: WaveformMeasurement, color: Color = standardColor) {
    self.measurement = measurement
    self.color = color
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(measurement.mix.frames)
    hasher.combine(measurement.mix.peak)
    hasher.combine(color)
  }

  /// One summary for each lane of the picture beneath.
  func summaries(lanes: Int) -> [WaveformSummary] {
    measurement.lanes.count == lanes && lanes > 1
      ? measurement.lanes : [WaveformSummary](repeating: measurement.mix, count: lanes)
  }

  /// Its pitches at a moment, or else at its loudest.
  func bands(at moment: WaveformMoment?) -> [Float] {
    moment.map { measurement.spectrum.bands(at: $0.place) } ?? measurement.spectrum.loudest()
  }

  /// How many seconds a picture of both shows.
  func longest(_ beneath: WaveformSummary) -> Double {
    max(beneath.duration, measurement.mix.duration)
  }

  /// Makes room in time where this lasts longer than what is beneath, which ends before the picture does.
  func fit(_ scene: inout WaveformScene, lasting beneath: WaveformSummary) {
    let share = share(of: beneath.duration, longest(beneath))
    guard share < 1 else { return }
    if let playhead = scene.playhead {
      scene.playhead = playhead * share
    } else {
      scene.playhead = share
      scene.colors.unplayed = .clear
      scene.colors.unplayedGradient = nil
    }
  }

  /// What shows its bars in the frame of what is beneath.
  func marks(
    of levels: ThumbnailLevels.Lane, over beneath: WaveformScene, _ summary: WaveformSummary,
    with renderer: some WaveformRenderer
  ) -> [Mark] {
    var scene = beneath
    let share = share(of: measurement.mix.duration, longest(summary))
    scene.colors = WaveformColors(played: color, unplayed: .clear)
    scene.playhead = share < 1 ? share : nil
    scene.heights = levels.heights
    return renderer.marks(of: scene, with: levels.behind)
  }

  /// Bars whose length in time nobody knows take all of it.
  private func share(of seconds: Double, _ longest: Double) -> Double {
    seconds > 0 ? seconds / longest : 1
  }
}
