import WavethumbBytes
package import WavethumbOptions
package import WavethumbSystem

/// Where each entry is in a manifest.
///
/// Entries follow one another, so that a length of four bytes for each is enough: there may be
/// millions.
package struct EntryRanges {
  private let start: Int
  private let between: Int
  private let lengths: Spool

  /// Begins behind the head of a manifest, in memory or in a spool of a folder.
  package init(
    after head: [UInt8],
    in format: ManifestFormat,
    expecting count: Int = 0,
    spooledIn folder: SpoolFolder? = nil
  ) {
    start = head.count + format.separator(isFirst: true).count
    between = format.separator(isFirst: false).count
    lengths = Spool(in: folder, expecting: count * 4)
  }

  // No entry is longer than `ManifestBytes` reads.
  package func append(length: Int) {
    lengths.append { bytes in bytes.append(number: UInt32(clamping: length)) }
  }

  /// Begins before the first entry.
  package func walk() -> Walk {
    Walk(next: start, between: between, lengths: ByteWindow(of: 0..<lengths.count, lengths.bytes))
  }

  /// Walks over the ranges in order.
  package struct Walk {
    fileprivate var next: Int
    fileprivate let between: Int
    fileprivate var lengths: ByteWindow

    /// Returns the next range; nil after the last.
    package mutating func advance() throws(SystemFailure) -> Range<Int>? {
      guard try lengths.fill(4) else { return nil }
      let length = Int(lengths.buffer.number(at: lengths.position, as: UInt32.self))
      lengths.pass(4)
      let range = next..<next + length
      next = range.upperBound + between
      return range
    }
  }
}
