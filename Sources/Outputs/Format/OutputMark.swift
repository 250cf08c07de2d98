/// The maker of a file, by its first bytes.
package enum OutputMark: Sendable {
  case yes
  case no
  /// The format has no generator mark: the ledgers and run files of the output must decide.
  case askTheLedger

  /// The number of bytes to read: a palette may precede the mark.
  // A palette has at most 1 KB, and a long title the rest.
  package static let startLength = 8192

  /// Determines the maker from the Software chunk of a picture; nil if it has none.
  init(software: String?) {
    // With the space: another program may have a name that begins so.
    let isOurs = software == Generator.program
    let isOurVersion = software?.hasPrefix(Generator.program + " ") ?? false
    let hasMark = isOurs || isOurVersion
    self = hasMark ? .yes : .no
  }

  /// Determines the maker of a file in a format without a mark: if it begins as ours do, the ledger
  /// decides.
  init(ofUnmarkedFileBeginning start: [UInt8], expecting beginning: String) {
    let beginsSo = start.starts(with: beginning.utf8)
    self = beginsSo ? .askTheLedger : .no
  }
}
