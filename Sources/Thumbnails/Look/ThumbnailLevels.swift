import Waveform

/// The heights of all bars of a picture: measured, normalized, curved and clamped.
struct ThumbnailLevels {
  struct Lane {
    var heights: [Float]
    /// The heights of bars drawn behind these.
    var behind: [Float]?
    /// The lower ends, if heights are upper ends.
    var lows: [Float]?
    /// Whether the heights are samples rather than bars.
    var areSamples = false
    /// Whether each bar is completely within a gap; empty without gaps.
    var gaps: [Bool] = []

    /// Returns the lane with its heights changed, and its lower ends likewise with the other sign.
    func mapped(_ change: ([Float]) -> [Float]) -> Lane {
      var lane = self
      lane.heights = change(heights)
      lane.behind = behind.map(change)
      if let lows {
        let depths = change(lows.map(-))
        lane.lows = depths.map(-)
      }
      return lane
    }
  }

  var lanes: [Lane]
  /// The lanes of each overlay, with the same scale.
  private(set) var over: [[Lane]] = []
  let gamma: Double
  /// The scale of heights for axes, or nil if unknown.
  private(set) var scale: HeightScale?

  init(
    _ subject: ThumbnailSubject,
    renderer: some WaveformRenderer,
    look: ThumbnailLook,
    count: Int
  ) {
    let count = max(1, count)
    let drawn = DrawnSummaries(subject, look: look, content: renderer.content)
    let summaries = drawn.summaries

    // Bars that were given are drawn as they are, whatever the measure.
    let areAllGiven = summaries.allSatisfy { $0.givenBars != nil }
    // A single height is that of the course over time, also of given bars.
    if renderer.content == .level {
      self.init(courseOf: subject, look)
    } else if areAllGiven {
      self.init(given: summaries, count: count, within: drawn.stretch)
    } else if renderer.content == .pitches {
      self.init(pitchesOf: subject, look: look, count: count)
    } else if look.scaling.measure == .signed, let form = renderer.signedForm {
      let asSamples = form == .samplesCloseUp && look.showsSamples(of: summaries)
      self.init(
        signed: summaries,
        scaling: look.scaling,
        count: count,
        within: drawn.stretch,
        asSamples: asSamples
      )
    } else {
      self.init(measured: summaries, scaling: look.scaling, count: count, within: drawn.stretch)
    }
    if renderer.content == .time {
      for (index, summary) in summaries.enumerated() where !lanes[index].areSamples {
        lanes[index].gaps = summary.gaps(count, within: drawn.stretch)
      }
    }
    separateOverlays(look.overlays.count, lanes: drawn.ownCount)
  }

  /// Moves the lanes after the first ones to the overlays.
  // All were scaled together, so that their heights can be compared.
  private mutating func separateOverlays(_ count: Int, lanes own: Int) {
    let others = Array(lanes.dropFirst(own))
    over = (0..<count).map { Array(others.dropFirst($0 * own).prefix(own)) }
    lanes.removeLast(others.count)
  }

  /// Scales the heights by a movement at its current moment.
  mutating func grow(_ movement: StoppedMovement) {
    // Grown heights stand for no level.
    if movement.movement.movesAllEdges {
      scale = nil
    }

    func grown(_ heights: [Float]) -> [Float] {
      heights.indices.map { bar in
        let gain = movement.gain(ofBar: bar, of: heights.count)
        return (heights[bar] * Float(gain)).deflection
      }
    }
    lanes = lanes.map { $0.mapped(grown) }
    over = over.map { overlay in overlay.map { $0.mapped(grown) } }
  }

  private init(courseOf subject: ThumbnailSubject, _ look: ThumbnailLook) {
    let course = subject.course ?? LevelEnvelope(subject.summary, scaling: look.scaling)
    let level = course.level(at: look.moment?.position ?? course.loudestPosition)
    self.init(lanes: [Lane(heights: [level])], gamma: course.gamma)
    scale = course.scale.map { .levels(look.scaling, $0) }
  }

  /// Returns the spectrum of a moment, or a wobble of its level if it was not measured.
  private init(pitchesOf subject: ThumbnailSubject, look: ThumbnailLook, count: Int) {
    guard let bands = subject.bands, !bands.isEmpty else {
      let bars = subject.summary.bars(count, measure: look.scaling.measure)
      let (heights, gamma) = look.scaling.heights(of: bars)
      let wobble = SpectrumHeights.wobble(level: heights.max() ?? 0, count: count)
      self.init(lanes: [Lane(heights: wobble)], gamma: gamma)
      return
    }
    let all = [bands] + look.overlays.map { $0.bands(at: look.moment) }
    let bars = all.map { SpectrumHeights.heights(of: $0, count: count) }
    // Bands are levels in decibels already, so that nothing is curved.
    self.init(lanes: bars.map { Lane(heights: $0) }, gamma: 1)
    scale = .decibels(from: WaveformSpectrum.quietest, to: 0)
  }

  private init(lanes: [Lane], gamma: Double) {
    self.lanes = lanes.map { lane in
      lane.mapped { heights in heights.map(\.height) }
    }
    self.gamma = gamma
  }

  private init(
    given summaries: [WaveformSummary],
    count: Int,
    within stretch: ClosedRange<Double>?
  ) {
    // Given bars have one measure, whichever is asked for.
    let bars = summaries.map { $0.bars(count, measure: .rms, within: stretch) }
    self.init(lanes: bars.map { Lane(heights: $0) }, gamma: 1)
  }

  private init(
    measured summaries: [WaveformSummary],
    scaling: WaveformScaling,
    count: Int,
    within stretch: ClosedRange<Double>?
  ) {
    func series(_ measure: Measure) -> [[Float]] {
      summaries.map { $0.bars(count, measure: measure, within: stretch) }
    }
    let levels = series(scaling.measure)

    // Of both measures, the peaks are behind.
    let hasPeaks = scaling.measure == .both
    let peaks = hasPeaks ? series(.peak) : nil

    // One scale for all, by the highest: lanes and overlays are compared with each other.
    let scale = scaling.scale(of: peaks ?? levels)
    let lanes = levels.indices.map { lane in
      Lane(
        heights: scaling.heights(of: levels[lane], scale: scale),
        behind: peaks.map { scaling.heights(of: $0[lane], scale: scale) }
      )
    }
    self.init(lanes: lanes, gamma: scale.gamma)
    self.scale = .levels(scaling, scale)
  }

  /// Returns the lowest and highest value of each bar, or individual samples.
  private init(
    signed summaries: [WaveformSummary],
    scaling: WaveformScaling,
    count: Int,
    within stretch: ClosedRange<Double>?,
    asSamples: Bool
  ) {
    let extremes = summaries.map { summary in
      if asSamples {
        summary.extremes(summary.frames, within: stretch)
      } else {
        summary.extremes(count, within: stretch)
      }
    }

    let magnitudes = extremes.map { bars in
      bars.map { max(abs($0.lowest), abs($0.highest)) }
    }
    let scale = scaling.scale(of: magnitudes)

    // Curved by magnitude, so that both directions look the same.
    func deflections(_ values: [Float]) -> [Float] {
      let heights = scaling.heights(of: values.map(abs), scale: scale)
      return zip(values, heights).map { value, height in
        if value < 0 {
          -height
        } else {
          height
        }
      }
    }

    lanes = extremes.map { bars in
      if asSamples {
        // Mixed channels have a lowest and a highest sample in each frame.
        let samples = bars.map { ($0.lowest + $0.highest) / 2 }
        return Lane(heights: deflections(samples), areSamples: true)
      }
      let highest = deflections(bars.map(\.highest))
      let lowest = deflections(bars.map(\.lowest))
      return Lane(heights: highest, lows: lowest)
    }

    gamma = scale.gamma
    self.scale = .levels(scaling, scale)
  }
}

/// The summaries that a picture draws: of the recording or its channels, then of the overlays.
private struct DrawnSummaries {
  private(set) var summaries: [WaveformSummary]
  /// How many of them are those of the recording.
  let ownCount: Int
  /// The seconds that all of them share; nil for the whole of each.
  private(set) var stretch: ClosedRange<Double>?

  init(_ subject: ThumbnailSubject, look: ThumbnailLook, content: WaveformContent) {
    let isSplit = look.lanes.areSplit && !subject.lanes.isEmpty && content == .time
    summaries = isSplit ? subject.lanes : [subject.summary]
    ownCount = summaries.count
    // Only in time recordings of different lengths need one scale.
    if !look.overlays.isEmpty, content == .time {
      let lanes = ownCount
      summaries += look.overlays.flatMap { $0.summaries(lanes: lanes) }
      stretch = 0...look.overlays.longest(subject.summary)
    }
  }
}

extension ThumbnailLook {
  /// Returns whether a picture has room for every sample.
  fileprivate func showsSamples(of summaries: [WaveformSummary]) -> Bool {
    guard overlays.isEmpty else { return false }
    let width = size?.width ?? ThumbnailSize.standard.width
    return summaries.allSatisfy { summary in
      let isMeasured = summary.givenBars == nil && summary.givenExtremes == nil
      // With more frames than buckets, a bucket is no single sample.
      let hasEachFrame = (2...WaveformSummary.bucketCount).contains(summary.frames)
      return isMeasured && hasEachFrame && summary.frames <= width
    }
  }
}

extension Float {
  /// The value clamped to 0…1; 0 for NaN.
  fileprivate var height: Float {
    if isNaN { return 0 }
    return Swift.min(1, Swift.max(0, self))
  }

  /// The value clamped to -1…1; 0 for NaN.
  fileprivate var deflection: Float {
    if isNaN { return 0 }
    return Swift.min(1, Swift.max(-1, self))
  }
}
