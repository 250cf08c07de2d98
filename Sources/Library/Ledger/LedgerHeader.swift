package import WavethumbBytes
import WavethumbSystem

/// The header of a ledger: where each section is, and the digest of its bytes.
package struct LedgerHeader: Sendable, Equatable {
  package struct Extent: Sendable, Equatable {
    package let range: Range<Int>
    package let digest: ContentDigest
  }

  /// In the order of `LedgerLayout.Section`.
  private let extents: [Extent]

  /// Identifies the content of the whole ledger, as it has the digests of all sections.
  package let digest: ContentDigest

  package subscript(section: LedgerLayout.Section) -> Extent { extents[section.rawValue] }

  /// Where the end mark begins: behind the last section and its zero byte.
  var end: Int {
    guard let last = extents.last else { return 0 }
    return last.range.upperBound + 1
  }

  /// Creates the header of sections with these bytes.
  init(_ sections: [BytePieces]) {
    var start = LedgerLayout.mark.count + LedgerLayout.headerLength
    var extents: [Extent] = []
    for section in sections {
      let range = start..<start + section.count
      extents.append(Extent(range: range, digest: section.digest()))
      start = range.upperBound + 1
    }
    self.init(extents)
  }

  private init(_ extents: [Extent]) {
    self.extents = extents
    digest = ContentDigest(of: Self.text(extents))
  }

  /// Reads a header from the first bytes of a file; nil if it is damaged or of another version.
  ///
  /// No section reaches beyond the end of the file, so that its length may be allocated.
  init?(_ start: [UInt8], fileSize: Int) {
    guard start.starts(with: LedgerLayout.mark) else { return nil }
    var coder = ByteCoder(reading: start[LedgerLayout.mark.count...])
    do throws(MalformedBytes) {
      var extents: [Extent] = []
      var start = LedgerLayout.mark.count + LedgerLayout.headerLength
      for _ in LedgerLayout.Section.allCases {
        let length: Int = try coder.count(nil, in: 0...max(0, fileSize - start))
        let digest: ContentDigest = try coder.field(nil)
        extents.append(Extent(range: start..<start + length, digest: digest))
        // A zero byte follows each section.
        start += length + 1
      }
      // The head needs a check of its own: a damaged digest would condemn a section that is whole.
      let check: UInt64 = try coder.field(nil)
      guard check == StableHash.of(Self.text(extents)) else { return nil }
      self.init(extents)
    } catch {
      return nil
    }
  }

  /// The header as bytes after the mark.
  var bytes: [UInt8] {
    var bytes = Self.text(extents)
    bytes.append(number: StableHash.of(bytes))
    return bytes
  }

  private static func text(_ extents: [Extent]) -> [UInt8] {
    var text: [UInt8] = []
    for extent in extents {
      text += Int64(extent.range.count).encoded() + extent.digest.bytes
    }
    return text
  }
}
