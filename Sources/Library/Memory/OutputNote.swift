import Bytes
package import System

/// Facts about an output that the cache stores besides its index, each in a file.
package enum OutputNote: String, CaseIterable, Sendable {
  /// The files in formats without a mark that no manifest lists any more: runs wrote them for
  /// recordings that are gone, or with other options. A later run may prune or replace them.
  case unlisted
  /// The settings of the manifest, for a repair if they are damaged there.
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

  package static func lines(_ files: [RelativePath: Set<WrittenFile>]) -> [UInt8] {
    files.sorted { $0.key < $1.key }.flatMap { path, versions in
      versions.sorted { $0.digest.hex < $1.digest.hex }
        .flatMap { WrittenFileLines.line(path, $0) }
    }
  }
}
