package import WavethumbOptions

/// Where each entry is in a manifest.
///
/// Entries follow one another, so that a length of four bytes for each is enough: there may be
/// millions.
package struct EntryRanges: Sendable {
  private let start: Int
  private let between: Int
  private var lengths: [UInt32] = []

  /// Begins behind the head of a manifest.
  package init(after head: [UInt8], in format: ManifestFormat, expecting count: Int = 0) {
    start = head.count + format.separator(isFirst: true).count
    between = format.separator(isFirst: false).count
    lengths.reserveCapacity(count)
  }

  // No entry is longer than `ManifestBytes` reads.
  package mutating func append(length: Int) { lengths.append(UInt32(clamping: length)) }
}

extension EntryRanges: Sequence {
  package struct Iterator: IteratorProtocol {
    private var start: Int
    private let between: Int
    private var lengths: [UInt32].Iterator

    fileprivate init(_ ranges: EntryRanges) {
      start = ranges.start
      between = ranges.between
      lengths = ranges.lengths.makeIterator()
    }

    package mutating func next() -> Range<Int>? {
      guard let length = lengths.next() else { return nil }
      let range = start..<start + Int(length)
      start = range.upperBound + between
      return range
    }
  }

  package func makeIterator() -> Iterator { Iterator(self) }
}
