/// Asks between the rows of a large picture whether the work on it is to stop.
struct RowPause {
  /// Some hundredths of a second; pictures of fewer pixels are never asked about.
  private static let pixelsBetween = 1 << 17

  private let isStopped: @Sendable () -> Bool
  private let rowsBetween: Int

  init(width: Int, isStopped: @escaping @Sendable () -> Bool) {
    self.isStopped = isStopped
    rowsBetween = max(1, Self.pixelsBetween / max(1, width))
  }

  /// Throws where the work is to stop before row `y`.
  @inline(__always)
  func check(before y: Int) throws(PNGFailure) {
    if y % rowsBetween == rowsBetween - 1, isStopped() { throw .stopped }
  }
}
