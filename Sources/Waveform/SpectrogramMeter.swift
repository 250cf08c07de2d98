/// Measures the power of a recording by time and pitch as it comes in: for each column the mean of
/// all its windows.
///
/// Windows of 1024 frames overlap by half. Where a column is shorter than that, each has one window
/// about its middle.
struct SpectrogramMeter: Sendable {
  private let length: WaveformLength
  private let sampleRate: Int
  private let frameBytes: Int
  private var plan: SpectrogramPlan
  private var power: WindowPower
  private var columns: SpectrogramColumns
  /// The bytes from frame `first` on that windows still need.
  private var pending: [UInt8] = []
  private var first = 0

  /// A meter for as many columns as a picture has pixels; a length that is not known is measured in
  /// finer ones.
  init(
    columns count: Int, length: WaveformLength, channels: Int, sampleRate: Int, format: SampleFormat
  ) {
    self.length = length
    self.sampleRate = sampleRate
    frameBytes = channels * format.bytesPerSample
    power = WindowPower(channels: channels, format: format)
    switch length {
    case .known(let frames): plan = SpectrogramPlan(frames: frames, columns: count)
    case .unknown: plan = SpectrogramPlan(columns: count)
    }
    columns = SpectrogramColumns()
  }

  /// Takes whole frames.
  mutating func add(_ bytes: borrowing RawSpan) {
    pending.append(bytes, from: 0, count: bytes.byteCount)
    let end = first + pending.count / frameBytes
    while let start = plan.next, start + SpectrumWindow.frames <= end {
      measure(start, frames: SpectrumWindow.frames)
    }
    let needed = min(plan.next ?? end, end)
    pending.removeFirst((needed - first) * frameBytes)
    first = needed
  }

  private mutating func measure(_ start: Int, frames: Int) {
    let offset = (start - first) * frameBytes
    let bins = bins(at: offset, frames: frames)
    columns.add(bins, to: plan.column)
    if plan.advance() { columns.fold() }
  }

  private mutating func bins(at offset: Int, frames: Int) -> [Float] {
    var bins: [Float] = []
    lend(pending) { bytes in bins = power.measure(bytes, at: offset, frames: frames) }
    return bins
  }

  /// The spectrogram in the columns asked for; nil where no frames came.
  consuming func finish() -> Spectrogram? {
    let frames = pending.count / frameBytes
    // A recording shorter than a window is padded with zeros.
    if columns.isEmpty, let start = plan.next, frames > 0 { measure(start, frames: frames) }
    return Spectrogram(
      sampleRate: sampleRate,
      levels: columns.levels(count: plan.columnCount, isFolded: length == .unknown))
  }
}
