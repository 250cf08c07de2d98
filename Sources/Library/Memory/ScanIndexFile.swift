import Bytes
package import System

/// The file in the cache with the index of one library and one output.
package enum ScanIndexFile {
  /// Reads the index of the last run; nil if it is missing, damaged or has another key.
  package static func load(
    library: RawPath, output: RawPath, from folder: CacheFolder
  ) -> ScanIndex? {
    let path = path(library: library, output: output)
    guard let bytes = folder.read(path, longest: longest), let index = ScanIndex(bytes),
      index.key.library == library, index.key.output == output
    else { return nil }
    return index
  }

  /// Returns the path in the cache for two absolute paths.
  package static func path(library: RawPath, output: RawPath) -> RawPath {
    var high = StableHash(seed: 1)
    var low = StableHash(seed: 2)
    for part in [library.bytes, output.bytes] {
      high.add(part)
      low.add(part)
    }
    let name = Hexadecimal.digits(high.value) + Hexadecimal.digits(low.value) + ending
    return CacheFolder.runs.appending(RawPath(bytes: name))
  }

  /// Returns whether `path` makes such names.
  static func isName(_ name: [UInt8]) -> Bool {
    let digits = name.dropLast(ending.count)
    return name.suffix(ending.count) == ending[...] && digits.count == 32
      && Hexadecimal.value(digits.prefix(16)) != nil && Hexadecimal.value(digits.suffix(16)) != nil
  }

  private static let ending = Array(".run".utf8)
  static let longest = 4 << 30
}
