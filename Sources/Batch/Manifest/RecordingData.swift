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
    var json = JSONWriter(style: .pretty)
    json.object { json in
      json.field("version", 1)
      json.field("generator", Generator.name)
      json.field("durationMs", summary.durationMilliseconds)
      json.field("frames", summary.frames)
      json.field("sampleRate", summary.sampleRate)
      json.field("channels", summary.channels)
      json.field("peak", Double(summary.peak), digits: 7)
      json.field("rms", summary.rms, digits: 9)
      json.field("truncated", summary.truncated)
      json.field("silent", summary.silent)
      writeBars(summary, &json)
    }
    return json.takeBytes() + [UInt8(ascii: "\n")]
  }

  private func writeBars(_ summary: WaveformSummary, _ json: inout JSONWriter) {
    let scaling = options.look.scaling
    let style = options.styles.first ?? .mirroredBars
    let count = style.barCount(for: options.look)
    var series = [summary.bars(count, measure: scaling.measure == .peak ? .peak : .rms)]
    if scaling.measure == .both { series.append(summary.bars(count, measure: .peak)) }
    let (heights, gamma) = scaling.heights(of: series)
    json.field("gamma", gamma, digits: 4)
    for (name, bars) in zip(["bars", "peaks"], heights) {
      json.key(name)
      json.row(bars, digits: 7)
    }
  }
}

extension WaveformSummary {
  /// How long the recording is, rounded to milliseconds.
  var durationMilliseconds: Int { Int((min(max(duration, 0), 1e15) * 1000).rounded()) }
}
