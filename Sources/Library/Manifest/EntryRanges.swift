/// Where each entry is in a manifest.
///
/// Entries follow one another, so that a length of four bytes for each is enough: there may be
/// millions.
package struct EntryRanges: Sendable {
  private let start: Int
  private var lengths: [UInt32] = []

  /// Begins behind the head of a manifest.
  package init(after head: [UInt8], expecting count: Int) {
    start = head.count + ManifestLayout.separator(isFirst: true).count
    lengths.reserveCapacity(count)
  }

  // No entry is longer than `ManifestBytes` reads.
  package mutating func append(length: Int) { lengths.append(UInt32(clamping: length)) }

  /// Calls `body` with each range, in order.
  package func forEach(_ body: (_ number: Int, _ range: Range<Int>) -> Void) {
    let between = ManifestLayout.separator(isFirst: false).count
    var next = start
    for (number, length) in lengths.enumerated() {
      let range = next..<next + Int(length)
      body(number, range)
      next = range.upperBound + between
    }
  }
}
