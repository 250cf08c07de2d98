/// Checks between the rows of a large picture whether to stop.
struct RowPause {
  /// Some hundredths of a second; smaller pictures are never checked.
  private static let pixelsBetween = 1 << 17

  private let isStopped: @Sendable () -> Bool
  private let rowsBetween: Int

  init(width: Int, isStopped: @escaping @Sendable () -> Bool) {
    self.isStopped = isStopped
    rowsBetween = max(1, Self.pixelsBetween / max(1, width))
  }

  /// Returns whether the work should stop before row `y`.
  @inline(__always)
  func isStopped(before y: Int) -> Bool { y % rowsBetween == rowsBetween - 1 && isStopped() }

  @inline(__always)
  func check(before y: Int) throws(PNGFailure) {
    if isStopped(before: y) { throw .stopped }
  }
}
