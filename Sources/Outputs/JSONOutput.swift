import Bytes
import Codecs
package import Thumbnails
import Waveform

extension OutputFormat {
  public static let json = OutputFormat("json", .data, ending: ".json", options: [.levels])
}

/// The numbers of a recording.
package struct JSONOutput: Output {
  package static let format = OutputFormat.json

  /// Says how many bars there are where no number was asked for.
  let style: WaveformStyle
  let levels: Int?

  package init(style: WaveformStyle, levels: Int? = nil) {
    self.style = style
    self.levels = levels
  }

  package static func asked(by request: OutputRequest) -> [JSONOutput] {
    guard request.formats.contains(format) else { return [] }
    return [JSONOutput(style: request.styles.first ?? .mirroredBars, levels: request.levels)]
  }

  package static func ownership(ofFileBeginning start: [UInt8]) -> Ownership {
    let text = GeneratedText(start)
    return text.isOurs && text.isOfOneRecording ? .yes : .no
  }

  package var suffix: String { Self.format.ending }

  package var needs: OutputNeeds { OutputNeeds(hearsPitches: true) }

  package func write(
    _ recording: MeasuredRecording, to sink: ByteSink
  ) throws(OutputFailure) -> PictureFacts? {
    try sink(text(recording))
    return nil
  }

  package func text(_ recording: MeasuredRecording) -> [UInt8] {
    let summary = recording.measurement.mix
    var json = JSONWriter(.indented)
    json.object { json in
      json.member("version", 1)
      json.member("generator", Generator.name)
      json.member("durationMs", summary.durationMilliseconds)
      if let start = recording.stretchStart {
        StretchEntry.write(from: start, summary, &json)
      }
      if let given = summary.givenBars {
        writeGivenBars(recording.look.bars ?? given.count, summary, &json)
      } else {
        writeFacts(summary, &json)
        writeBars(summary, recording.look, &json)
      }
      let spectrum = recording.measurement.spectrum
      if summary.givenBars == nil || spectrum != WaveformSpectrum() {
        SpectrumData.write(spectrum, &json)
      }
      MarkerEntries(recording.facts.cues).write(&json)
    }
    json.newline()
    return json.take()
  }

  private func writeFacts(_ summary: WaveformSummary, _ json: inout JSONWriter) {
    json.member("frames", summary.frames)
    json.member("sampleRate", summary.sampleRate)
    json.member("channels", summary.channels)
    json.member("peak", Double(summary.peak), decimals: 7)
    json.member("rms", summary.rms, decimals: 9)
    json.member("truncated", summary.truncated)
    json.member("silent", summary.silent)
  }

  /// Bars that were not measured here are heights already, as many as there were unless others are asked for.
  private func writeGivenBars(
    _ count: Int, _ summary: WaveformSummary, _ json: inout JSONWriter
  ) {
    json.name("bars")
    json.row(summary.bars(count, measure: .rms), decimals: 7)
  }

  private func writeBars(
    _ summary: WaveformSummary, _ look: ThumbnailLook, _ json: inout JSONWriter
  ) {
    let scaling = look.scaling
    // No picture has to hold them: as many as are asked for.
    let count = look.bars ?? style.barCount(for: look)
    var series = [summary.bars(count, measure: scaling.measure)]
    if scaling.measure == .both { series.append(summary.bars(count, measure: .peak)) }
    let (heights, gamma) = scaling.heights(of: series)
    let scale = scaling.scale(of: series)
    json.member("gamma", gamma, decimals: 4)
    for (name, bars) in zip(["bars", "peaks"], heights) {
      json.name(name)
      json.row(bars, decimals: 7)
    }
    if let levels {
      ZoomLevels(count: levels, scaling: scaling, scale: scale).write(summary, &json)
    }
  }
}
