import Bytes
package import System

/// Facts about an output that the cache stores besides its index, each in a file.
package enum OutputNote: String, CaseIterable, Sendable {
  /// Notes of an earlier release, which nothing reads.
  case unlisted
  case settings
  /// The key of the last index, if it has all recordings, and the output no files of others.
  case noLeftovers = "no-leftovers"

  private static let longest = 1 << 30
  private var ending: [UInt8] { Array(".\(rawValue)".utf8) }

  func path(_ output: RawPath) -> RawPath {
    let digits = Hexadecimal.digits(StableHash.of(output.bytes))
    return CacheFolder.runs.appending(RawPath(bytes: digits + ending))
  }

  /// Returns whether `path` makes such names.
  func isName(_ name: [UInt8]) -> Bool {
    name.count == 16 + ending.count && name[16...] == ending[...]
      && Hexadecimal.value(name[..<16]) != nil
  }

  /// Returns the path of the output, a zero byte, and the content.
  func text(_ content: [UInt8], of output: RawPath) -> [UInt8] { output.bytes + [0] + content }

  /// Returns the content, or nil if there is none for this output.
  package func read(_ output: RawPath, from cache: CacheFolder) -> [UInt8]? {
    guard let text = cache.read(path(output), longest: Self.longest),
      text.starts(with: output.bytes + [0])
    else { return nil }
    return Array(text.dropFirst(output.bytes.count + 1))
  }
}
