package import WavethumbBytes

/// The file layout of a ledger: mark, head, sections with a zero byte after each, end mark.
///
/// The head has the length and the digest of each section, so that each is read and checked by
/// itself: an unchanged scan never reads the lines of owned files, and damage to one section leaves
/// the others.
package enum LedgerLayout {
  /// The kinds of sections, in the order of the file.
  package enum Section: Int, CaseIterable, Sendable {
    /// The facts of the run that wrote the ledger: `LedgerFacts`.
    case facts
    /// A record for each recording.
    case records
    /// The paths of the recordings.
    case paths
    /// The files without a mark: lines of `OwnedLine`.
    case owned
  }

  // Frozen like the lines themselves: a later version finds the owned files of every ledger.
  package static let mark = Array("wavethumb ledger 1\n".utf8)
  /// The last bytes of a ledger, by which one with a damaged mark is still known as ours.
  package static let endMark = Array("wavethumb ledger ends\n".utf8)
  /// Of each section its length and its digest, and a check of these.
  static let headLength = Section.allCases.count * (8 + 16) + 8
}

/// The head of a ledger: where each section is, and the digest of its bytes.
package struct LedgerHead: Sendable, Equatable {
  package struct Extent: Sendable, Equatable {
    package let range: Range<Int>
    package let digest: ContentDigest
  }

  /// In the order of `LedgerLayout.Section`.
  private let extents: [Extent]

  /// Identifies the content of the whole ledger, as it has the digests of all sections.
  package let seal: ContentDigest

  package subscript(section: LedgerLayout.Section) -> Extent { extents[section.rawValue] }

  /// Where the end mark begins.
  var end: Int { extents.last.map { $0.range.upperBound + 1 } ?? 0 }

  /// Creates the head of sections with these bytes.
  init(_ sections: [[UInt8]]) {
    var start = LedgerLayout.mark.count + LedgerLayout.headLength
    var extents: [Extent] = []
    for section in sections {
      let range = start..<start + section.count
      extents.append(Extent(range: range, digest: ContentDigest(of: section)))
      start = range.upperBound + 1
    }
    self.init(extents)
  }

  private init(_ extents: [Extent]) {
    self.extents = extents
    seal = ContentDigest(of: Self.text(extents))
  }

  /// Reads a head from the first bytes of a file; nil if it is damaged or of another version.
  ///
  /// No section reaches beyond the end of the file, so that its length may be allocated.
  init?(_ start: [UInt8], fileSize: Int) {
    guard start.starts(with: LedgerLayout.mark) else { return nil }
    var reader = ByteReader(start[LedgerLayout.mark.count...])
    do throws(MalformedBytes) {
      var extents: [Extent] = []
      var place = LedgerLayout.mark.count + LedgerLayout.headLength
      for _ in LedgerLayout.Section.allCases {
        let length = try reader.count(in: 0...max(0, fileSize - place))
        extents.append(
          Extent(range: place..<place + length, digest: try reader.read(ContentDigest.self)))
        place += length + 1
      }
      guard try reader.integer(UInt64.self) == StableHash.of(Self.text(extents)) else {
        return nil
      }
      self.init(extents)
    } catch {
      return nil
    }
  }

  /// The head as bytes after the mark.
  var bytes: [UInt8] {
    var bytes = Self.text(extents)
    bytes.append(number: StableHash.of(bytes))
    return bytes
  }

  private static func text(_ extents: [Extent]) -> [UInt8] {
    var writer = ByteWriter()
    for extent in extents {
      writer.append(all: extent.range.count, extent.digest)
    }
    return writer.bytes
  }
}
