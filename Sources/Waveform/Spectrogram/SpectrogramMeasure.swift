package import WavethumbBytes

/// Measures the power by time and frequency.
package struct SpectrogramMeasure: RecordingMeasure {
  package typealias Part = Spectrogram

  package static let kind: UInt8 = 1
  package static let revision: UInt8 = 2

  private var columns = 1
  /// The lowest level is this far below a full-scale sine, in decibels.
  private var depth = Self.standardDepth
  /// The number of frames of a window.
  private var window = Spectrogram.standardWindow

  package init() {}

  /// Creates the measure of so many columns, or as many as a result may have, with levels from `floor`
  /// decibels up.
  package init(
    columns: Int,
    floor: Int = Int(Spectrogram.quietest),
    window: Int = Spectrogram.standardWindow
  ) {
    self.columns = min(columns, Spectrogram.maximumColumns(window: window))
    self.window = window
    depth = -floor
  }

  package var cacheWord: String? { "columns \(columns) from -\(depth) window \(window)" }

  private static let standardDepth = -Int(Spectrogram.quietest)

  /// The number of columns.
  var columnCount: Int { columns }

  package func meter(of sound: SoundShape) -> (any Meter)? {
    SpectrogramMeter(
      columns: columns,
      window: window,
      scale: SpectrogramScale(floor: -depth),
      of: sound
    )
  }
}

extension SpectrogramMeasure: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    window = try coder.count(value?.window, in: 1...8192)
    try coder.require(Spectrogram.windows.contains(window))
    columns = try coder.count(
      value?.columns,
      in: 1...max(1, Spectrogram.maximumColumns(window: window))
    )
    // Without the sign, as a number that is coded is not negative.
    let floors = SpectrogramScale.floors
    depth = try coder.count(value?.depth, in: -floors.upperBound ... -floors.lowerBound)
  }
}

extension Measures {
  /// Whether the spectrogram for programs is measured.
  package var spectrogramData: Bool {
    get { self[SpectrogramDataMeasure.self] != nil }
    set { self[SpectrogramDataMeasure.self] = newValue ? SpectrogramDataMeasure() : nil }
  }

  /// The number of columns of the spectrogram, or nil for none.
  public var spectrogramColumns: Int? {
    get { self[SpectrogramMeasure.self]?.columnCount }
    set { self[SpectrogramMeasure.self] = newValue.map { SpectrogramMeasure(columns: $0) } }
  }
}

/// Measures the power by time and frequency for programs, in the same columns for any picture.
package struct SpectrogramDataMeasure: RecordingMeasure {
  package typealias Part = Spectrogram

  package static let kind: UInt8 = 4
  package static let revision: UInt8 = 2
  // As many as the usual picture has pixels at twice the size.
  package static let columnCount = 1200

  package init() {}

  package init(coding value: Self?, with coder: inout ByteCoder) {}

  package func meter(of sound: SoundShape) -> (any Meter)? {
    SpectrogramMeasure(columns: Self.columnCount).meter(of: sound)
  }
}

extension WaveformMeasurement {
  /// The spectrogram, if requested.
  public var spectrogram: Spectrogram? {
    get { results[SpectrogramMeasure.self] }
    set { results[SpectrogramMeasure.self] = newValue }
  }

  /// The spectrogram for programs, if requested.
  package var spectrogramData: Spectrogram? { results[SpectrogramDataMeasure.self] }
}

extension Spectrogram: MeasurePart, MeasureResult {
  package mutating func append(_ next: Spectrogram) -> Bool {
    guard next.sampleRate == sampleRate, next.floor == floor, next.window == window else {
      return false
    }
    levels += next.levels
    return true
  }

  package func result(of extent: RecordingExtent) -> Spectrogram? { self }

  /// Returns a coarse version, silent after a fraction of the time.
  package func preview(until share: Double, end: Int) -> Spectrogram? {
    // 64 columns of 513 bins are 33 KB: a preview is one message. Untuned.
    let columns = min(columnCount, max(1, 33_000 / binCount))
    guard var coarse = pooled(to: columns)?.levels else { return nil }
    let knownColumns = Int(share * Double(columns))
    for index in max(0, knownColumns * binCount)..<coarse.count {
      coarse[index] = 0
    }
    return Spectrogram(sampleRate: sampleRate, levels: coarse, floor: floor, window: window)
  }
}

extension Spectrogram: ByteCoded {
  /// Codes all bytes that are left.
  // A result has bytes of its own, so that the number of levels need not be written.
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    let sampleRate: Int = try coder.count(value?.sampleRate, in: 0...Int(Int32.max))
    let depth: Int = try coder.count(value.map { -$0.floor }, in: 0...1000)
    let window: Int = try coder.count(value?.window, in: 1...8192)
    let levels = try coder.bytes(value?.levels[...], count: coder.left)
    let read = Spectrogram(
      sampleRate: sampleRate,
      levels: Array(levels),
      floor: -depth,
      window: window
    )
    guard let spectrogram = value ?? read else { throw MalformedBytes() }
    self = spectrogram
  }
}

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
    withSpan(of: pending) { planes.read($0, at: offset, frames: frames) }
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
