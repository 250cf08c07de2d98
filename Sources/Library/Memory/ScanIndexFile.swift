package import Bytes
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

/// The settings and paths that must be the same for an index to hold.
package struct ScanIndexKey: Sendable, Hashable {
  package var library: RawPath
  package var output: RawPath
  /// The settings of pictures and measurements, as bytes.
  package var settings: [UInt8]
  /// The manifest that the ranges of entries refer to.
  package var manifest: FileIdentity

  package init(library: RawPath, output: RawPath, settings: [UInt8], manifest: FileIdentity) {
    self.library = library
    self.output = output
    self.settings = settings
    self.manifest = manifest
  }
}

extension ScanIndexKey: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    for part in [library.bytes, output.bytes, settings] {
      writer.append(counted: part)
    }
    writer.append(manifest.device)
    writer.append(manifest.inode)
    writer.append(manifest.size)
    writer.append(manifest.modified)
    writer.append(manifest.changed)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    library = RawPath(bytes: Array(try reader.countedBytes(atMost: Int.max)))
    output = RawPath(bytes: Array(try reader.countedBytes(atMost: Int.max)))
    settings = Array(try reader.countedBytes(atMost: Int.max))
    manifest = FileIdentity(
      device: try reader.integer(), inode: try reader.integer(), size: try reader.integer(),
      modified: try reader.integer(), changed: try reader.integer())
  }
}
