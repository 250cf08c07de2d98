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
