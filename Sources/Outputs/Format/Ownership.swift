/// The maker of a file, by its first bytes.
package enum Ownership: Sendable {
  case yes
  case no
  /// The format has no generator mark: the ledgers and run files of the output must decide.
  case askTheLedger

  /// The number of bytes to read: a palette may precede the mark.
  // A palette has at most 1 KB, a guess at a long title the rest.
  package static let startLength = 8192

  /// Determines the maker from the Software chunk of a picture.
  init(software: String) {
    self =
      if software == Generator.program || software.hasPrefix(Generator.program + " ") {
        .yes
      } else {
        .no
      }
  }
}
