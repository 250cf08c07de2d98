import Thumbnails
import Waveform
import WavethumbBytes

extension OutputFormat {
  /// The format of peaks that wavesurfer.js reads.
  public static let wavesurfer = OutputFormat(
    "wavesurfer",
    kind: .data,
    fileExtension: ".wavesurfer.json",
    options: [.points]
  )
}

/// The file for wavesurfer.js: `{"duration": seconds, "sampleRate": hertz, "peaks": [[…]]}`, one list per
/// channel.
// The rate is for its spectrogram: the file that this plugin reads is a plain array, and has no place for it.
struct WavesurferOutput: Output {
  static let format = OutputFormat.wavesurfer
  // A ten-thousandth of the height is less than a pixel of any player.
  private static let decimals = 4
  // Some milliseconds. Untuned.
  private static let pointsBetweenLooks = 1 << 16

  let points: Int
  let scaling: WaveformScaling

  static func asked(by request: OutputRequest) -> [WavesurferOutput] {
    guard request.formats.contains(format) else { return [] }
    return [WavesurferOutput(points: request.points, scaling: request.playerScaling)]
  }

  static func mark(ofFileBeginning start: [UInt8]) -> OutputMark {
    OutputMark(ofUnmarkedFileBeginning: start, expecting: "{\"duration\":")
  }

  func write(_ recording: OutputSource, to sink: ByteSink) throws(OutputFailure) -> PictureFacts? {
    let measurement = recording.measurement
    // wavesurfer.js draws the first two channels; the others are for programs.
    let isMixed = measurement.lanes.isEmpty
    let lanes = isMixed ? [measurement.mix] : measurement.lanes
    var scaling = scaling

    // Imported extremes have no level other than their larger magnitude.
    let hasLevel = scaling.measure == .rms || scaling.measure == .loudness
    if !hasLevel || measurement.mix.givenExtremes != nil {
      scaling.measure = .peak
    }

    // The request says that heights follow loudness; how loud this recording is was measured.
    scaling.loudness = recording.look.scaling.loudness
    let series = lanes.map { $0.bars(points, measure: scaling.measure) }
    var json = JSONWriter(.compact)
    json.object { json in
      // Without a duration wavesurfer.js draws nothing.
      json.member("duration", measurement.mix.duration, decimals: 6)
      if measurement.mix.sampleRate > 0 {
        json.member("sampleRate", measurement.mix.sampleRate)
      }
      json.name("peaks")
      json.beginArray()
      for heights in scaling.heights(of: series).heights {
        json.beginArray(inline: true)
        for (index, height) in heights.enumerated() {
          // Out of this loop only; the failure is thrown behind the closure, which throws none.
          if index % Self.pointsBetweenLooks == 0, recording.isStopped() { break }
          // For a value beyond 1 wavesurfer.js scales all channels by the largest of the first.
          json.value(Double(min(height, 1)), decimals: Self.decimals)
        }
        json.endArray()
      }
      json.endArray()
    }

    json.newline()
    if recording.isStopped() { throw .stopped }
    try sink(json.take())
    return nil
  }
}
