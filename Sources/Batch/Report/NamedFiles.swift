import Library
import System

/// A few names of files that something is said of together, the first by name.
struct NamedFiles: Sendable {
  private static let most = 5

  private var names: [String] = []
  private var count = 0

  mutating func append(_ path: [UInt8]) {
    count += 1
    names.append(PrintableName.text(path))
    names.sort()
    if names.count > Self.most { names.removeLast() }
  }

  /// A line of the common problem and the names; nil where there are none.
  func line(before words: String) -> String? {
    guard count > 0 else { return nil }
    let more = count > names.count ? " and \(Numerals.grouped(count - names.count)) more" : ""
    return "\(words): \(names.joined(separator: ", "))\(more)"
  }
}
