import Glibc
import Waveform

extension SpectrogramLook {
  /// Whether `spectrum` shows other frequencies or levels than those of its 32 bands.
  var rangesSpectrum: Bool { frequencies != nil || levels != nil }

  /// Returns the frequencies of `spectrum`, from its lowest band to its highest.
  func spectrumScale(sampleRate: Int) -> PitchScale? {
    guard let frequencies else { return PitchScale(bandsOfRate: sampleRate) }
    return FrequencyAxis.logarithmic.scale(sampleRate: sampleRate, range: frequencies)
  }
}

extension WaveformSpectrum {
  /// Creates the bands of a spectrogram at the frequencies and levels of a look, as `spectrum`
  /// shows them; nil if there is no spectrogram.
  // The bands that every recording has end at 16 kHz and at -60 dB: a bat or a quiet night is in
  // neither.
  init?(of spectrogram: Spectrogram?, look: SpectrogramLook) {
    guard let columns = spectrogram?.pooled(to: Self.momentCount),
      let scale = look.spectrumScale(sampleRate: columns.sampleRate)
    else { return nil }

    // Where only frequencies were asked for, levels are those of the usual bands.
    let levels = look.levels ?? Self.quietest...0
    let rows = FrequencyAxis.rows(Self.bandCount, of: columns, by: scale)
    let tones = columns.tones(from: levels)
    let bands = (0..<Self.momentCount).flatMap { moment in
      let start = moment * columns.binCount
      return rows.map { row in
        let level = row.level(columns.levels, from: start)
        return tones[Int(level)]
      }
    }
    self.init(levels: bands)
  }
}

extension Spectrogram {
  /// Returns for each stored level its share of a range of levels in decibels, as 0 to 255.
  func tones(from range: ClosedRange<Double>) -> [UInt8] {
    let span = range.upperBound - range.lowerBound
    return (0...255).map { level in
      // Silence has no level.
      guard level > 0 else { return 0 }
      let decibels = Double(floor) * (1 - Double(level) / 255)
      let share = (decibels - range.lowerBound) / span
      let shown = share.clamped(min: 0, max: 1)
      return UInt8((shown * 255).rounded())
    }
  }
}
