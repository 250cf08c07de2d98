package import Bytes
import Decoding
package import System

/// What a file is known by besides its content: its path, and its inode with its time.
///
/// The digest of a new recording comes from the worker that decodes it, because the worker reads
/// all of it anyway. A recording that has taken over its worker can name the digest of another
/// recording. So what was measured under the digest that a worker named is given to the same file
/// only. Another file with that digest is decoded itself; its digest is computed by the parent, and
/// counts for all files from then on.
package struct FileTrace: Sendable, Hashable {
  private let path: ContentDigest
  private let inode: UInt64
  private let modified: Int64

  /// The trace of a file whose path is spelled from the root.
  package init(_ path: RawPath, _ identity: FileIdentity) {
    self.path = ContentDigest(of: path.bytes)
    inode = identity.inode
    modified = identity.modified
  }

  /// Whether it is the same file: written anew in its place, or renamed.
  package func isOfSameFile(_ other: FileTrace) -> Bool {
    path == other.path || (inode == other.inode && modified == other.modified)
  }
}

extension FileTrace: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    path.append(to: &writer)
    writer.append(inode)
    writer.append(modified)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    path = try ContentDigest(from: &reader)
    inode = try reader.integer()
    modified = try reader.integer()
  }

  static let encodedLength = 32
}
