import Bytes
import System

/// The file in the cache that names what an output has beside what its manifest lists: files of
/// formats without a mark, which runs have written for recordings that are gone or with other
/// options.
///
/// By it a later run knows them as its own, which may prune or replace them.
enum UnlistedFiles {
  private static let ending = Array(".unlisted".utf8)
  private static let longest = 1 << 30

  /// The path in the cache for an output, which should be spelled from the root.
  static func path(_ output: RawPath) -> RawPath { path(StableHash.of(output.bytes)) }

  static func path(_ hash: UInt64) -> RawPath {
    CacheFolder.runs.appending(RawPath(bytes: Hexadecimal.digits(hash) + ending))
  }

  /// The hash in a name that `path` made.
  static func number(ofName name: [UInt8]) -> UInt64? {
    guard name.count == 16 + ending.count, name[16...].elementsEqual(ending) else { return nil }
    return Hexadecimal.value(name[..<16])
  }

  /// The output, a zero byte, and the lines of the files in the order of their paths.
  static func text(_ files: [RelativePath: Set<WrittenFile>], _ output: RawPath) -> [UInt8] {
    var text = output.bytes + [0]
    for (path, versions) in files.sorted(by: { $0.key < $1.key }) {
      for file in versions.sorted(by: { $0.digest.hex < $1.digest.hex }) {
        text += WrittenFileLines.line(path, file)
      }
    }
    return text
  }

  /// Nothing where there is none, or that of another output.
  static func read(_ output: RawPath, from cache: CacheFolder) -> [RelativePath: Set<WrittenFile>] {
    guard let text = cache.read(path(output), longest: longest),
      text.starts(with: output.bytes + [0])
    else { return [:] }
    return WrittenFileLines.files(in: Array(text.dropFirst(output.bytes.count + 1)))
  }
}
