package import WavethumbBytes

/// A part that a ledger of the whole has taken over, as a line of a run file: the digest of the part's
/// manifest, and the seal of the ledger.
///
/// The line is written before the ledger gets its name. While the files of the parts are deleted, it
/// says which of them a killed run has left, as they would count as a new set.
// Readers of owned lines skip it, as it has another number of fields. With the seal of the ledger it
// says nothing until that ledger is there, and nothing once another one is.
package struct JoinedPart: Sendable, Hashable {
  package let manifest: ContentDigest
  package let ledger: ContentDigest

  package init(manifest: ContentDigest, ledger: ContentDigest) {
    self.manifest = manifest
    self.ledger = ledger
  }

  private static let mark = "joined"

  /// The line with its zero byte.
  package var bytes: [UInt8] { Array("\(Self.mark) \(manifest.hex) \(ledger.hex)\0".utf8) }

  /// Reads a line without its zero byte; nil if it is damaged, or another line.
  // Without a check of its own, unlike an owned line: a digest that is damaged is that of no part.
  package init?(_ line: ArraySlice<UInt8>) {
    let fields = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard fields.count == 3, fields[0].elementsEqual(Self.mark.utf8) else { return nil }
    let digests = fields.dropFirst().map { digits in
      ContentDigest(hex: String(decoding: digits, as: UTF8.self))
    }
    guard let manifest = digests[0], let ledger = digests[1] else { return nil }
    self.init(manifest: manifest, ledger: ledger)
  }
}
