package import Decoding

extension OptionText {
  /// A stretch as `1:35-2:05`; the beginning or the end may be left out.
  package func range() throws(ValueProblem) -> TimeRange {
    let parts = bytes.split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 2, parts.contains(where: { !$0.isEmpty }) else { throw .notARange }
    let start = parts[0].isEmpty ? 0 : try OptionText(Array(parts[0])).time()
    guard !parts[1].isEmpty else { return TimeRange(start: start) }
    let end = try OptionText(Array(parts[1])).time()
    guard start < end else { throw .notARange }
    return TimeRange(start: start, end: end)
  }
}
