import Waveform

/// The heights of all bars of a picture: measured, normalised, curved and clamped.
struct ThumbnailLevels {
  struct Lane {
    var heights: [Float]
    /// Heights that are drawn behind these.
    var behind: [Float]?
  }

  var lanes: [Lane]
  /// Those of the overlay, one for each lane, under the same scale.
  private(set) var over: [Lane] = []
  let gamma: Double

  init(
    _ subject: ThumbnailSubject, renderer: some WaveformRenderer, look: ThumbnailLook, count: Int
  ) {
    let count = max(1, count)
    let split = look.splitsChannels && !subject.lanes.isEmpty && renderer.content == .time
    var summaries = split ? subject.lanes : [subject.summary]
    let own = summaries.count
    var stretch: ClosedRange<Double>?
    if let overlay = look.overlay, renderer.content == .time {
      summaries += overlay.summaries(lanes: own)
      stretch = 0...overlay.longest(subject.summary)
    }
    if renderer.content == .level {
      let course = subject.course ?? LevelCourse(subject.summary, scaling: look.scaling)
      let level = course.level(at: look.moment?.place ?? course.loudestPlace)
      self.init(lanes: [Lane(heights: [level])], gamma: course.gamma)
    } else if summaries.allSatisfy({ $0.givenBars != nil }) {
      self.init(given: summaries, count: count, within: stretch)
    } else if renderer.content == .pitches, let bands = subject.bands, !bands.isEmpty {
      let all = [bands] + (look.overlay.map { [$0.bands(at: look.moment)] } ?? [])
      self.init(
        lanes: all.map { Lane(heights: SpectrumHeights.heights(of: $0, count: count)) }, gamma: 1)
    } else if renderer.content == .pitches {
      let (heights, gamma) = look.scaling.heights(
        of: subject.summary.bars(count, measure: look.scaling.measure))
      let wobble = SpectrumHeights.wobble(level: heights.max() ?? 0, count: count)
      self.init(lanes: [Lane(heights: wobble)], gamma: gamma)
    } else {
      self.init(measured: summaries, scaling: look.scaling, count: count, within: stretch)
    }
    over = Array(lanes.dropFirst(own))
    lanes.removeLast(over.count)
  }

  /// Lets the heights grow as a movement has them at its moment.
  mutating func grow(_ movement: StoppedMovement) {
    func grown(_ heights: [Float]) -> [Float] {
      heights.indices.map { bar in
        (heights[bar] * Float(movement.gain(ofBar: bar, of: heights.count))).height
      }
    }
    func grown(_ lane: Lane) -> Lane {
      Lane(heights: grown(lane.heights), behind: lane.behind.map(grown))
    }
    lanes = lanes.map(grown)
    over = over.map(grown)
  }

  private init(lanes: [Lane], gamma: Double) {
    self.lanes = lanes.map { lane in
      Lane(heights: lane.heights.map(\.height), behind: lane.behind.map { $0.map(\.height) })
    }
    self.gamma = gamma
  }

  /// Bars that were given are the heights.
  private init(
    given summaries: [WaveformSummary], count: Int, within stretch: ClosedRange<Double>?
  ) {
    let bars = summaries.map { $0.bars(count, .rms, within: stretch) }
    self.init(lanes: bars.map { Lane(heights: $0) }, gamma: 1)
  }

  private init(
    measured summaries: [WaveformSummary], scaling: WaveformScaling, count: Int,
    within stretch: ClosedRange<Double>?
  ) {
    guard scaling.measure == .both else {
      let series = summaries.map { $0.bars(count, scaling.measure, within: stretch) }
      let (heights, gamma) = scaling.heights(of: series)
      self.init(lanes: heights.map { Lane(heights: $0) }, gamma: gamma)
      return
    }
    let peaks = summaries.map { $0.bars(count, .peak, within: stretch) }
    let scale = scaling.scale(of: peaks)
    let lanes = zip(summaries, peaks).map { summary, peaks in
      Lane(
        heights: scaling.heights(
          of: summary.bars(count, .rms, within: stretch), scale: scale),
        behind: scaling.heights(of: peaks, scale: scale))
    }
    self.init(lanes: lanes, gamma: scale.gamma)
  }
}

extension WaveformSummary {
  /// The bars of a stretch, or of all there is.
  fileprivate func bars(
    _ count: Int, _ measure: Measure, within stretch: ClosedRange<Double>?
  ) -> [Float] {
    guard let stretch else { return bars(count, measure: measure) }
    return bars(count, measure: measure, within: stretch)
  }
}

extension Float {
  /// A height in 0…1, whatever was given.
  fileprivate var height: Float { isNaN ? 0 : Swift.min(1, Swift.max(0, self)) }
}
