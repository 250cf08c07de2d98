/// The exact measurement of a range of a recording; parts merge into the same result as one pass.
public struct WaveformPart: Sendable, Equatable {
  /// The frames of the whole recording.
  var frames: Int
  var firstBucket: Int
  var sampleRate: Int
  var channels: Int
  var truncated: Bool
  /// Whether another number of frames came than was said to be known.
  public internal(set) var lengthProvedWrong: Bool
  var mix: [Bucket]
  var lanes: [[Bucket]]
  var windows: [SpectrumWindow]
  /// The columns of the spectrogram that begin in the range, where there are any.
  var spectrogram: Spectrogram?

  /// Whether these parts, in order, are one whole recording.
  static func areWhole(_ parts: [WaveformPart]) -> Bool {
    guard let first = parts.first else { return false }
    var bucket = 0
    for part in parts {
      guard part.firstBucket == bucket, part.frames == first.frames,
        part.sampleRate == first.sampleRate, part.channels == first.channels,
        part.lanes.count == first.lanes.count,
        part.lanes.allSatisfy({ $0.count == part.mix.count })
      else { return false }
      if part.lengthProvedWrong, parts.count > 1 { return false }
      bucket += part.mix.count
    }
    return bucket == min(first.frames, WaveformSummary.bucketCount)
  }
}

extension WaveformMeasurement {
  /// The measurement of a recording whose parts were measured apart, in order of time.
  ///
  /// Nil where the parts are not one whole, or where a length proved wrong.
  public init?(merging parts: [WaveformPart]) {
    guard WaveformPart.areWhole(parts), var whole = parts.first else { return nil }
    for part in parts.dropFirst() {
      whole.truncated = whole.truncated || part.truncated
      whole.mix += part.mix
      for lane in whole.lanes.indices { whole.lanes[lane] += part.lanes[lane] }
      whole.windows += part.windows
    }
    whole.spectrogram = Spectrogram(joining: parts.compactMap(\.spectrogram))
    self.init(whole: whole)
  }

  init(whole: WaveformPart) {
    func summary(_ buckets: [Bucket], channels: Int) -> WaveformSummary {
      WaveformSummary(
        buckets: buckets, frames: whole.frames, sampleRate: whole.sampleRate, channels: channels,
        truncated: whole.truncated)
    }
    mix = summary(whole.mix, channels: whole.channels)
    lanes = whole.lanes.map { summary($0, channels: 1) }
    spectrum = WaveformSpectrum(windows: whole.windows, frames: whole.frames)
    lengthProvedWrong = whole.lengthProvedWrong
    spectrogram = whole.spectrogram
  }
}
