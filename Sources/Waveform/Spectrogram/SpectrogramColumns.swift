/// The levels of complete columns, and the power of the open one.
struct SpectrogramColumns: Sendable {
  private let window: Int
  private let binCount: Int
  private let first: Int
  private let scale: SpectrogramScale
  private var closed: [UInt8] = []
  private var transform: PairTransform
  /// The number of signals in the open column.
  private var signals = 0
  /// The index of the open column.
  private var column: Int

  /// Creates an empty object whose first column has the given index.
  init(from first: Int, window: Int, scale: SpectrogramScale) {
    self.first = first
    self.window = window
    binCount = Spectrogram.binCount(window: window)
    transform = PairTransform(size: window)
    self.scale = scale
    column = first
  }

  var isEmpty: Bool { closed.isEmpty && signals == 0 }

  /// Adds the windows of a run in all channels.
  mutating func add(_ run: SpectrogramPlan.Run, from planes: SamplePlanes, channels: Int) {
    if run.column != column {
      close()
    }
    column = run.column
    let count = run.windows * channels
    let hop = window / 8
    func start(_ signal: Int) -> Int {
      // The last of an odd number is paired with zeros.
      guard signal < count else { return planes.zeros }
      let channel = signal % channels
      let index = signal / channels
      return channel * planes.length + index * hop
    }

    // Signals are ordered by window, then by channel, so that the two of a pair are close in memory.
    for signal in stride(from: 0, to: count, by: 2) {
      transform.add(planes, at: start(signal), and: start(signal + 1))
    }
    signals += count
  }

  /// Closes the open column, after any columns without windows.
  private mutating func close() {
    guard signals > 0 else { return }
    let power = transform.takePower(weight: 1 / Float(signals))
    let levels = power.map { scale.level(Double($0)) }

    // A column without the middle of a window repeats the one before it: black would look like
    // silence.
    let before =
      if closed.isEmpty {
        levels
      } else {
        Array(closed.suffix(binCount))
      }
    while closed.count < (column - first) * binCount {
      closed += before
    }
    closed += levels
    signals = 0
  }

  /// Merges pairs of columns, all of which are complete.
  mutating func fold() {
    close()
    let half = closed.count / binCount / 2
    closed = Spectrogram.levels(closed, bins: binCount, count: half, scale: scale)
    column = closed.count / binCount
  }

  /// Returns the levels in that many columns; if the length was unknown, in as many as were
  /// measured.
  consuming func levels(count columns: Int, isFolded: Bool) -> [UInt8] {
    close()
    guard !closed.isEmpty else { return [] }
    if isFolded {
      return Spectrogram.levels(closed, bins: binCount, count: columns, scale: scale)
    }
    // Columns behind the last window repeat the last one.
    let last = Array(closed.suffix(binCount))
    while closed.count < columns * binCount {
      closed += last
    }
    return closed
  }
}
