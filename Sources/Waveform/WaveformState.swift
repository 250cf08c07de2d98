/// The life of a waveform: from nothing over loading to a summary or a reason.
public enum WaveformState: Sendable {
  /// Nothing is loaded, and nothing is loading.
  case idle
  /// How much has come in, in 0…1, where the length is known, and what it looks like so far.
  case loading(progress: Double?, partial: WaveformSummary?)
  /// The recording is measured; no state follows.
  case loaded(WaveformMeasurement)
  /// Loading failed, for the reason that the error tells.
  case failed(any Error)

  /// The summary to draw in this state, or nil where there is none yet.
  public var summary: WaveformSummary? {
    switch self {
    case .loaded(let measurement): measurement.mix
    case .loading(_, let partial): partial
    case .idle, .failed: nil
    }
  }
}

extension WaveformMeter {
  /// The measurement so far, with silence for frames that have not come yet.
  public func preview() -> WaveformMeasurement {
    var part = finishPart(truncated: false)
    // One summary is enough to look at, and a few columns: a preview is sent as one message.
    part.lanes = []
    part.sound = nil
    part.spectrogram = part.spectrogram?.glimpse(until: progress ?? 1)
    if case .known(let frames) = length, part.frames < frames { part.pad(to: frames) }
    return WaveformMeasurement(whole: part)
  }
}

extension WaveformPart {
  /// Puts what was measured on the grid of the whole recording, silent where nothing was.
  fileprivate mutating func pad(to frames: Int) {
    let end = self.frames
    let own = TimeGrid.buckets(frames: self.frames)
    let silence = Bucket(energy: 0, lowest: 0, highest: 0)
    let known = self.frames > 0 ? mix : []
    mix = (known + [silence]).shared(over: .buckets(frames: frames)) {
      $0 < known.count ? own.border($0 + 1) : frames
    }
    self.frames = frames
    windows.append(SpectrumWindow(start: end, levels: SpectrumWindow.silence))
    lengthProvedWrong = false
  }
}
