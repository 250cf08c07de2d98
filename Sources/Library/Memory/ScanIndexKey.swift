package import Bytes
package import System

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
