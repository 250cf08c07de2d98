/// The states of a waveform, from idle over loading to loaded or failed.
public enum WaveformState: Sendable {
  /// Nothing is loaded or loading.
  case idle
  /// The loaded fraction in 0…1 if the length is known, and a preview.
  case loading(progress: Double?, partial: WaveformSummary?)
  /// The recording is measured; no state follows.
  case loaded(WaveformMeasurement)
  /// Loading failed.
  case failed(any Error)

  /// The summary to draw in this state, or nil if there is none yet.
  public var summary: WaveformSummary? {
    switch self {
    case .loaded(let measurement): measurement.mix
    case .loading(_, let partial): partial
    case .idle, .failed: nil
    }
  }
}

extension WaveformMeter {
  /// Returns the measurement so far, with silence for frames that are still missing.
  public func preview() -> WaveformMeasurement {
    // Of a copy, as `measured` consumes the meter: this one goes on.
    var part = measured(truncated: false, missing: nil)
    // A preview needs few columns: it is sent as one message.
    part.measured = part.measured.preview(until: progress ?? 1, end: part.frames)
    if case .known(let frames) = length, part.frames < frames {
      part.pad(to: frames)
    }
    return WaveformMeasurement(whole: part)
  }
}

extension WaveformPart {
  /// Extends the measurement to the whole recording, silent where nothing was measured.
  fileprivate mutating func pad(to frames: Int) {
    let own = TimeGrid.buckets(frames: self.frames)
    let known = self.frames > 0 ? mix : []
    // One silent bucket for all that is missing; `shared` spreads it over the rest of the grid.
    mix = (known + [.silent]).shared(over: .buckets(frames: frames)) { bucket in
      if bucket < known.count {
        own.border(bucket + 1)
      } else {
        frames
      }
    }
    self.frames = frames
    lengthProvedWrong = false
  }
}
