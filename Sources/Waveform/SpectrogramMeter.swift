import Bytes

/// Measures the power of a recording by time and pitch as it comes in: for each column the mean of
/// all its windows.
///
/// Windows of 1024 frames overlap by half. Where a column is shorter than that, each has one window
/// about its middle.
struct SpectrogramMeter: Sendable {
  private let length: WaveformLength
  private let sampleRate: Int
  private let channels: Int
  private let frameBytes: Int
  /// How many windows make whole groups of signals.
  private let windowsAtOnce: Int
  private var plan: SpectrogramPlan
  private var planes: SamplePlanes
  private var columns: SpectrogramColumns
  /// The bytes from frame `first` on that windows still need.
  private var pending: [UInt8] = []
  private var first: Int

  /// A meter for as many columns as a picture has pixels, of which it measures those that begin in
  /// the range; a length that is not known is measured in finer ones.
  init(
    columns count: Int, length: WaveformLength, range: Range<Int>, channels: Int, sampleRate: Int,
    format: SampleFormat
  ) {
    self.length = length
    self.sampleRate = sampleRate
    self.channels = channels
    frameBytes = channels * format.bytesPerSample
    windowsAtOnce = 8 >> min(channels.trailingZeroBitCount, 3)
    switch length {
    case .known(let frames): plan = SpectrogramPlan(frames: frames, columns: count, range: range)
    case .unknown: plan = SpectrogramPlan(columns: count)
    }
    planes = SamplePlanes(
      frames: (windowsAtOnce + 1) * SpectrogramPlan.hop, channels: channels, format: format)
    columns = SpectrogramColumns(from: plan.columns.lowerBound)
    first = range.lowerBound
  }

  /// The frame before which its last window ends.
  var end: Int { plan.end }

  /// Takes whole frames.
  mutating func add(_ bytes: borrowing RawSpan) {
    pending.append(bytes, from: 0, count: bytes.byteCount)
    let end = first + pending.count / frameBytes
    while let run = plan.next(most: windowsAtOnce), run.start + run.frames <= end {
      measure(run, frames: run.frames)
    }
    let needed = min(plan.next(most: 1)?.start ?? end, end)
    pending.removeFirst((needed - first) * frameBytes)
    first = needed
  }

  private mutating func measure(_ run: SpectrogramPlan.Run, frames: Int) {
    let offset = (run.start - first) * frameBytes
    lend(pending) { planes.read($0, at: offset, frames: frames) }
    columns.add(planes, channels: channels, run)
    if plan.advance(behind: run) { columns.fold() }
  }

  /// The spectrogram in the columns asked for; nil where no frames came.
  consuming func finish() -> Spectrogram? {
    let end = first + pending.count / frameBytes
    if let run = plan.next(most: windowsAtOnce), run.start < end {
      let whole = (end - run.start) / SpectrogramPlan.hop - 1
      // A recording shorter than a window is padded with zeros.
      if whole > 0 || columns.isEmpty {
        let left = SpectrogramPlan.Run(
          start: run.start, windows: max(1, min(whole, run.windows)), column: run.column)
        measure(left, frames: min(left.frames, end - left.start))
      }
    }
    return Spectrogram(
      sampleRate: sampleRate,
      levels: columns.levels(count: plan.columns.count, isFolded: length == .unknown))
  }
}
