import Bytes
import Codecs
import Decoding
import Thumbnails
import Waveform

/// The numbers of a recording, as `render -o x.json` and `--data json` write them.
struct RecordingData {
  private let recording: DecodedRecording
  private let options: PictureOptions

  init(_ recording: DecodedRecording, _ options: PictureOptions) {
    self.recording = recording
    self.options = options
  }

  func text() -> [UInt8] {
    let summary = recording.measurement.mix
    var json = JSONWriter(.indented)
    json.object { json in
      json.member("version", 1)
      json.member("generator", Generator.name)
      json.member("durationMs", summary.durationMilliseconds)
      options.range?.write(summary, &json)
      if let given = summary.givenBars {
        writeGivenBars(given.count, summary, &json)
      } else {
        writeFacts(summary, &json)
        writeBars(summary, &json)
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
    json.row(summary.bars(options.look.bars ?? count, measure: .rms), decimals: 7)
  }

  private func writeBars(_ summary: WaveformSummary, _ json: inout JSONWriter) {
    let scaling = options.look.scaling
    let style = options.styles.first ?? .mirroredBars
    // No picture has to hold them: as many as are asked for.
    let count = options.look.bars ?? style.barCount(for: options.look)
    var series = [summary.bars(count, measure: scaling.measure == .peak ? .peak : .rms)]
    if scaling.measure == .both { series.append(summary.bars(count, measure: .peak)) }
    let (heights, gamma) = scaling.heights(of: series)
    let scale = scaling.scale(of: series)
    json.member("gamma", gamma, decimals: 4)
    for (name, bars) in zip(["bars", "peaks"], heights) {
      json.name(name)
      json.row(bars, decimals: 7)
    }
    if let count = options.levels {
      ZoomLevels(count: count, scaling: scaling, scale: scale).write(summary, &json)
    }
  }
}

extension WaveformSummary {
  /// How long the recording is, rounded to milliseconds.
  var durationMilliseconds: Int { duration.milliseconds }
}
