import Waveform

/// The heights of all bars of a picture: measured, normalised, curved and clamped.
struct ThumbnailLevels {
  struct Lane {
    var heights: [Float]
    /// Heights that are drawn behind these.
    var behind: [Float]?
  }

  private(set) var lanes: [Lane]
  let gamma: Double

  init(
    _ subject: ThumbnailSubject, renderer: some WaveformRenderer, look: ThumbnailLook, count: Int
  ) {
    let count = max(1, count)
    let split = look.splitsChannels && !subject.lanes.isEmpty && renderer.content == .time
    let summaries = split ? subject.lanes : [subject.summary]
    if renderer.content == .level {
      let course = subject.course ?? LevelCourse(subject.summary, scaling: look.scaling)
      let level = course.level(at: look.moment?.place ?? course.loudestPlace)
      self.init(lanes: [Lane(heights: [level])], gamma: course.gamma)
    } else if subject.summary.givenBars != nil {
      self.init(given: summaries, count: count)
    } else if renderer.content == .pitches, let bands = subject.bands, !bands.isEmpty {
      let heights = SpectrumHeights.heights(of: bands, count: count)
      self.init(lanes: [Lane(heights: heights)], gamma: 1)
    } else if renderer.content == .pitches {
      let (heights, gamma) = look.scaling.heights(
        of: subject.summary.bars(count, measure: look.scaling.measure))
      let wobble = SpectrumHeights.wobble(level: heights.max() ?? 0, count: count)
      self.init(lanes: [Lane(heights: wobble)], gamma: gamma)
    } else {
      self.init(measured: summaries, scaling: look.scaling, count: count)
    }
  }

  /// Lets the heights grow as a movement has them at its moment.
  mutating func grow(_ movement: StoppedMovement) {
    func grown(_ heights: [Float]) -> [Float] {
      heights.indices.map { bar in
        (heights[bar] * Float(movement.gain(ofBar: bar, of: heights.count))).height
      }
    }
    for index in lanes.indices {
      lanes[index].heights = grown(lanes[index].heights)
      lanes[index].behind = lanes[index].behind.map(grown)
    }
  }

  private init(lanes: [Lane], gamma: Double) {
    self.lanes = lanes.map { lane in
      Lane(heights: lane.heights.map(\.height), behind: lane.behind.map { $0.map(\.height) })
    }
    self.gamma = gamma
  }

  /// Bars that were given are the heights.
  private init(given summaries: [WaveformSummary], count: Int) {
    self.init(
      lanes: summaries.map { Lane(heights: $0.bars(count, measure: .rms)) }, gamma: 1)
  }

  private init(measured summaries: [WaveformSummary], scaling: WaveformScaling, count: Int) {
    guard scaling.measure == .both else {
      let series = summaries.map { $0.bars(count, measure: scaling.measure) }
      let (heights, gamma) = scaling.heights(of: series)
      self.init(lanes: heights.map { Lane(heights: $0) }, gamma: gamma)
      return
    }
    let peaks = summaries.map { $0.bars(count, measure: .peak) }
    let scale = scaling.scale(of: peaks)
    let lanes = zip(summaries, peaks).map { summary, peaks in
      Lane(
        heights: scaling.heights(of: summary.bars(count, measure: .rms), scale: scale),
        behind: scaling.heights(of: peaks, scale: scale))
    }
    self.init(lanes: lanes, gamma: scale.gamma)
  }
}

extension Float {
  /// A height in 0…1, whatever was given.
  fileprivate var height: Float { isNaN ? 0 : Swift.min(1, Swift.max(0, self)) }
}
