// Searches with the same names as those of Swift's library for regular expressions, which they
// shadow where `Bytes` is imported: one call of those links the whole library, a megabyte.

extension BidirectionalCollection where Element: Comparable {
  /// Returns the range of the first occurrence of another collection.
  package func firstRange<Other: Collection>(of other: Other) -> Range<Index>?
  where Other.Element == Element {
    var start = startIndex
    // At each position anew: texts are lines, and the searched words are short.
    while !self[start...].starts(with: other) {
      guard start < endIndex else { return nil }
      formIndex(after: &start)
    }
    return start..<index(start, offsetBy: other.count)
  }
}

extension StringProtocol {
  package func contains(_ other: String) -> Bool {
    self.firstRange(of: other) != nil
  }
}

extension RangeReplaceableCollection where Element: Equatable {
  /// Returns a copy in which each occurrence of a collection is replaced by another.
  package func replacing<Other: Collection, Replacement: Collection>(
    _ other: Other,
    with replacement: Replacement,
    maxReplacements: Int = .max
  ) -> Self where Other.Element == Element, Replacement.Element == Element {
    var result = Self()
    var index = startIndex
    var count = 0
    while index < endIndex {
      let mayReplace = count < maxReplacements && !other.isEmpty
      if mayReplace, self[index...].starts(with: other) {
        result.append(contentsOf: replacement)
        formIndex(&index, offsetBy: other.count)
        count += 1
      } else {
        result.append(self[index])
        formIndex(after: &index)
      }
    }
    return result
  }
}
