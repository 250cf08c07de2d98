import Library

/// What `verify` says of the files of an output.
package enum VerifyNote: Sendable, Equatable {
  case damaged([UInt8])
  case missing([UInt8])
  /// The last line.
  case verified(files: Int, damaged: Int, missing: Int)

  /// Whether it is said to those who asked for so many words.
  func isSaid(_ verbosity: Verbosity) -> Bool {
    switch self {
    case .damaged, .missing: true
    case .verified: verbosity != .quiet
    }
  }

  /// One sentence, as it goes on behind the program's name.
  var words: String {
    switch self {
    case .damaged(let path): "damaged \(PrintableName.text(path))"
    case .missing(let path): "missing \(PrintableName.text(path))"
    case .verified(let files, let damaged, let missing):
      "\(Numerals.count(files, "file")) verified: \(Numerals.grouped(damaged)) damaged, "
        + "\(Numerals.grouped(missing)) missing"
    }
  }
}
