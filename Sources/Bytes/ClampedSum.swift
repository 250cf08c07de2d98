extension FixedWidthInteger {
  /// Returns the sum, or the nearest number if it is out of range.
  // Sizes come from file systems and files of any content: a sparse file may have 2^63 - 1 bytes, and
  // two of them ended a run with a trap.
  @inlinable package func addingClamped(_ other: Self) -> Self {
    let (sum, overflows) = addingReportingOverflow(other)
    guard overflows else { return sum }
    // Only numbers of one sign overflow.
    return other < 0 ? .min : .max
  }
}
