import WavethumbBytes

/// Measures the power of a recording by time and frequency as it arrives: each column is the mean
/// of its windows.
///
/// Windows overlap by half. If a column is shorter than that, it has one window
/// around its middle.
struct SpectrogramMeter: Meter {
  private let length: WaveformLength
  private let sampleRate: Int
  private let channels: Int
  private let floor: Int
  private let window: Int
  private let frameBytes: Int
  /// The number of windows that make whole groups of signals.
  private let windowsAtOnce: Int
  private var plan: SpectrogramPlan
  private var planes: SamplePlanes
  private var columns: SpectrogramColumns
  /// The bytes from frame `first` on that windows still need.
  private var pending: [UInt8] = []
  private var first: Int

  /// Creates a meter for as many columns as the picture has pixels, measuring those that begin in
  /// the range; an unknown length is measured in finer columns.
  init(columns count: Int, window: Int, scale: SpectrogramScale, of sound: SoundShape) {
    floor = scale.floor
    self.window = window
    let channels = sound.channels
    let range = sound.range
    length = sound.length
    sampleRate = sound.sampleRate
    self.channels = channels
    frameBytes = channels * sound.format.bytesPerSample

    // The fewest windows whose signals, one a channel, fill whole groups of eight. A pair would do;
    // fewer calls read the same bytes of overlapping windows less often.
    windowsAtOnce = 8 >> min(channels.trailingZeroBitCount, 3)
    switch length {
    case .known(let frames):
      plan = SpectrogramPlan(frames: frames, columns: count, window: window, range: range)
    case .unknown: plan = SpectrogramPlan(columns: count, window: window)
    }
    planes = SamplePlanes(
      frames: (windowsAtOnce + 1) * window / 2,
      channels: channels,
      format: sound.format,
      window: window
    )
    columns = SpectrogramColumns(from: plan.columns.lowerBound, window: window, scale: scale)
    first = range.lowerBound
  }

  /// The end of its last window, exclusive.
  var end: Int { plan.end }

  mutating func add(_ bytes: borrowing RawSpan) {
    pending.append(bytes, from: 0, count: bytes.byteCount)
    let end = first + pending.count / frameBytes
    while let run = plan.next(atMost: windowsAtOnce), run.start + frames(of: run) <= end {
      measure(run, frames: frames(of: run))
    }
    // After the last window, the rest of the recording is of no use.
    let needed = min(plan.next(atMost: 1)?.start ?? end, end)
    pending.removeFirst((needed - first) * frameBytes)
    first = needed
  }

  private mutating func measure(_ run: SpectrogramPlan.Run, frames: Int) {
    let offset = (run.start - first) * frameBytes
    lend(pending) { planes.read($0, at: offset, frames: frames) }
    columns.add(run, from: planes, channels: channels)
    // Only while the length is unknown, whenever there are too many columns.
    if plan.advance(behind: run) {
      columns.fold()
    }
  }

  /// Returns the spectrogram, or nil if there were no frames.
  consuming func finish() -> (any MeasurePart)? {
    let end = first + pending.count / frameBytes
    if let run = plan.next(atMost: windowsAtOnce), run.start < end {
      let whole = (end - run.start) / (window / 2) - 1
      // A recording shorter than a window is padded with zeros.
      if whole > 0 || columns.isEmpty {
        let left = SpectrogramPlan.Run(
          start: run.start,
          windows: max(1, min(whole, run.windows)),
          column: run.column
        )
        measure(left, frames: min(frames(of: left), end - left.start))
      }
    }

    return Spectrogram(
      sampleRate: sampleRate,
      levels: columns.levels(count: plan.columns.count, isFolded: length == .unknown),
      floor: floor,
      window: window
    )
  }

  /// Returns the number of frames that the windows of a run span.
  private func frames(of run: SpectrogramPlan.Run) -> Int { (run.windows + 1) * window / 2 }
}
