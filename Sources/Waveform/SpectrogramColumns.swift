/// The mean power of windows, column by column: sums of the last one, levels of those before it.
struct SpectrogramColumns: Sendable {
  private static let binCount = WindowPower.binCount

  private var closed: [UInt8] = []
  private var sums = [Double](repeating: 0, count: binCount)
  private var count = 0
  /// The column that the sums are of.
  private var column = 0

  var isEmpty: Bool { closed.isEmpty && count == 0 }

  mutating func add(_ bins: [Float], to column: Int) {
    if column != self.column, count > 0 { close() }
    self.column = column
    count += 1
    for bin in bins.indices { sums[bin] += Double(bins[bin]) }
  }

  /// Writes down the last column, and before it those that had no windows.
  private mutating func close() {
    let levels = sums.map { Spectrogram.level($0 / Double(count)) }
    let before = closed.isEmpty ? levels : Array(closed.suffix(Self.binCount))
    while closed.count < column * Self.binCount { closed += before }
    closed += levels
    for bin in sums.indices { sums[bin] = 0 }
    count = 0
  }

  /// Joins pairs of columns, all of which are complete.
  mutating func fold() {
    if count > 0 { close() }
    closed = Spectrogram.levels(closed, count: closed.count / Self.binCount / 2)
    column = 0
  }

  /// The levels in that many columns, or what came in as many as it needed while its length was not
  /// known.
  consuming func levels(count columns: Int, isFolded: Bool) -> [UInt8] {
    if count > 0 { close() }
    guard !closed.isEmpty else { return [] }
    if isFolded { return Spectrogram.levels(closed, count: columns) }
    let last = Array(closed.suffix(Self.binCount))
    while closed.count < columns * Self.binCount { closed += last }
    return closed
  }
}
