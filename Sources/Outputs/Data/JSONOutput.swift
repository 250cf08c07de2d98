import Codecs
import Thumbnails
package import Waveform
package import WavethumbBytes

extension OutputFormat {
  /// The format for the measurement of a recording as JSON.
  public static let json = OutputFormat(
    "json",
    kind: .data,
    fileExtension: ".json",
    revision: 2,
    options: [.levels, .spectrum]
  )
}

/// Writes the measurement of a recording as JSON.
package struct JSONOutput: Output {
  package static let format = OutputFormat.json

  /// The style that determines the default number of bars.
  let style: WaveformStyle
  var levels: Int?
  var hasSpectrum = false
  var hasSound = false
  var hasTones = false

  package static func asked(by request: OutputRequest) -> [JSONOutput] {
    guard request.formats.contains(format) else { return [] }
    // One file for all styles: only the number of bars depends on a style, and that of the first is
    // taken.
    let output = JSONOutput(
      style: request.styles.first ?? .mirroredBars,
      levels: request.levels,
      hasSpectrum: request.hasSpectrum,
      hasSound: request.hasSound,
      hasTones: request.hasTones
    )
    return [output]
  }

  package static func mark(ofFileBeginning start: [UInt8]) -> OutputMark {
    let text = GeneratedText(start)
    let isOurs = text.isOurs && text.isOfOneRecording
    return isOurs ? .yes : .no
  }

  package var needs: OutputNeeds { OutputNeeds(measuresSpectrum: hasSpectrum) }

  package func write(
    _ recording: OutputSource,
    to sink: ByteSink
  ) throws(OutputFailure) -> PictureFacts? {
    try sink(text(recording))
    return nil
  }

  package func text(_ recording: OutputSource) -> [UInt8] {
    let summary = recording.measurement.mix
    var json = JSONWriter(.indented)
    json.object { json in
      json.member("version", 2)
      // Second, before all text from the recording, so that the first bytes show whose file it is.
      json.member("generator", Generator.name)
      json.member("durationMs", summary.durationMilliseconds)
      if let start = recording.stretchStart {
        StretchEntry(of: summary, from: start).write(to: &json)
      }
      // Bars that were imported are heights, of which nothing else is known.
      if let given = summary.givenBars {
        let count = recording.look.bars ?? given.count
        writeImportedBars(count, of: recording.measurement, to: &json)
      } else {
        writeFacts(recording.measurement, to: &json)
        if hasSound, let sound = recording.measurement.wholeSound {
          let found = recording.measurement.findings ?? []
          SoundData.write(sound, findings: found, to: &json)
        }
        writeBars(of: recording.measurement, look: recording.look, to: &json)
      }
      let spectrum = recording.measurement.spectrum
      // Imported bars have a spectrum only if the imported file had one.
      let isKnown = summary.givenBars == nil || spectrum != WaveformSpectrum()
      if hasSpectrum, isKnown {
        SpectrumData.write(spectrum, to: &json)
      }
      MarkerEntry.write(recording.facts.cues.map(MarkerEntry.init), to: &json)
    }

    json.newline()
    return json.take()
  }

  private func writeFacts(_ measurement: WaveformMeasurement, to json: inout JSONWriter) {
    let summary = measurement.mix
    // Points of another program have neither frames nor energy.
    let isMeasured = summary.givenExtremes == nil
    if isMeasured {
      json.member("frames", summary.frames)
    }
    json.member("sampleRate", summary.sampleRate)
    json.member("channels", summary.channels)
    json.member("peak", Double(summary.peak), decimals: 7)
    if isMeasured {
      json.member("rms", summary.rms, decimals: 9)
    }
    json.member("truncated", summary.truncated)
    if let missing = measurement.missingMilliseconds {
      json.member("missingMs", missing)
    }
    if measurement.damage.gaps > 0 {
      json.gaps(
        measurement.damage.gaps,
        lostMs: measurement.lostMilliseconds,
        firstAt: measurement.firstGapSeconds
      )
    }
    json.member("silent", summary.silent)
  }

  /// Writes imported bars, which are heights already; their number changes only on request.
  private func writeImportedBars(
    _ count: Int,
    of measurement: WaveformMeasurement,
    to json: inout JSONWriter
  ) {
    func write(_ summary: WaveformSummary, to json: inout JSONWriter) {
      json.member("bars", row: summary.bars(count, measure: .rms), decimals: 7)
    }
    write(measurement.mix, to: &json)
    guard !measurement.lanes.isEmpty else { return }
    json.member("lanes", array: measurement.lanes) { json, lane in
      json.object { json in write(lane, to: &json) }
    }
  }

  private func writeBars(
    of measurement: WaveformMeasurement,
    look: ThumbnailLook,
    to json: inout JSONWriter
  ) {
    let summary = measurement.mix
    let scaling = look.scaling
    // The number of bars is not limited by the width of a picture: a program draws them.
    let count = look.bars ?? style.barCount(for: look)
    var series = [summary.bars(count, measure: scaling.measure)]

    // The peaks decide about the scale of both, as in a picture.
    if scaling.measure == .both {
      series.append(summary.bars(count, measure: .peak))
    }
    let (heights, gamma) = scaling.heights(of: series)
    let scale = scaling.scale(of: series)
    json.member("gamma", gamma, decimals: 4)

    // Seven decimals are as many as a `Float` has.
    for (name, bars) in zip(["bars", "peaks"], heights) {
      json.member(name, row: bars, decimals: 7)
    }
    if hasTones, let tones = measurement.tones {
      let rescaling = HeightRescaling(scaling, gamma: gamma)
      write(tones, heights: heights[0], rescaling: rescaling, to: &json)
    }
    writeMeasured(summary, bars: count, to: &json)
    writeLanes(measurement.lanes, bars: count, scaling: scaling, to: &json)
    if let levels {
      let shown = summary.pyramid.levels.prefix(levels)
      writeLevels(shown, scaling: scaling, scale: scale, to: &json)
    }
  }

  /// Writes the mean frequency of each bar in hertz, 0 in silence, and the heights of low, mid and
  /// high frequencies, of which the highest is the height of the bar.
  private func write(
    _ tones: WaveformTones,
    heights: [Float],
    rescaling: HeightRescaling,
    to json: inout JSONWriter
  ) {
    let pitches = tones.bars(heights.count).map { bar in Float(bar.pitch ?? 0) }
    json.member("pitch", row: pitches, decimals: 1)
    json.member("bands") { json in
      for (name, shares) in zip(["low", "mid", "high"], tones.bandShares(heights.count)) {
        json.member(name, row: rescaling.heights(heights, shares: shares), decimals: 7)
      }
    }
  }

  /// Writes the unscaled bars, for players that do not use our scaling.
  // Points of another program have extremes only, of which no RMS can be made.
  private func writeMeasured(
    _ summary: WaveformSummary,
    bars count: Int,
    to json: inout JSONWriter
  ) {
    json.member("measured") { json in
      if summary.givenExtremes == nil {
        json.member("rms", row: summary.bars(count, measure: .rms), decimals: 6)
      }
      json.member("peak", row: summary.bars(count, measure: .peak), decimals: 6)
    }
  }

  /// Writes each channel separately, all with the same scale.
  private func writeLanes(
    _ lanes: [WaveformSummary],
    bars count: Int,
    scaling: WaveformScaling,
    to json: inout JSONWriter
  ) {
    guard !lanes.isEmpty else { return }
    // Loudness is measured of all channels together.
    let measure = scaling.measure == .peak ? Measure.peak : .rms
    let series = lanes.map { $0.bars(count, measure: measure) }
    let heights = scaling.heights(of: series).heights
    json.member("lanes", array: zip(lanes, heights)) { json, lane in
      let (summary, bars) = lane
      json.object { json in
        json.member("bars", row: bars, decimals: 7)
        writeMeasured(summary, bars: count, to: &json)
      }
    }
  }

  /// Writes each zoom level's bars scaled as in the picture, and the unscaled extremes.
  private func writeLevels(
    _ levels: ArraySlice<WaveformSummaryPyramid.Level>,
    scaling: WaveformScaling,
    scale: WaveformScaling.Scale,
    to json: inout JSONWriter
  ) {
    json.member("levels", array: levels) { json, level in
      let measured =
        switch scaling.measure {
        case .peak: zip(level.lowest, level.highest).map { low, high in max(-low, high, 0) }
        // Levels have two measures, and all but the peak are drawn by their RMS.
        case .rms, .both, .loudness, .signed: level.rms
        }
      // Fewer decimals than above, since all levels are 9,525 bars: five still show a step of 16 bits.
      json.object { json in
        json.member("count", level.count)
        json.member("bars", row: scaling.heights(of: measured, scale: scale), decimals: 6)
        json.member("lowest", row: level.lowest, decimals: 5)
        json.member("highest", row: level.highest, decimals: 5)
      }
    }
  }
}

/// A spectrum as JSON numbers: one row per moment, bands from low to high in 0…1.
package enum SpectrumData {
  // Three decimals are enough to distinguish all 256 levels.
  private static let decimals = 3

  package static func write(_ spectrum: WaveformSpectrum, to json: inout JSONWriter) {
    json.member("spectrum", array: 0..<WaveformSpectrum.momentCount) { json, moment in
      json.row(spectrum.bands(ofMoment: moment), decimals: decimals)
    }
  }

  /// Reads a spectrum; returns nil if the value has another shape.
  package static func read(_ value: JSONValue) -> WaveformSpectrum? {
    var levels: [UInt8] = []
    for row in value.array ?? [] {
      for band in row.array ?? [] {
        guard let level = band.double, level.isFinite else { return nil }
        let clamped = min(1, max(0, level))
        levels.append(UInt8((clamped * 255).rounded()))
      }
    }
    return WaveformSpectrum(levels: levels)
  }
}

extension JSONWriter {
  /// Writes the number of damaged places in a recording, the duration of the lost sound, and the
  /// position of the first place if known.
  package mutating func gaps(_ count: Int, lostMs: Int, firstAt: Double?) {
    member("gaps") { json in
      json.member("count", count)
      json.member("lostMs", lostMs)
      if let firstAt {
        json.member("firstAt", firstAt, decimals: 3)
      }
    }
  }
}
