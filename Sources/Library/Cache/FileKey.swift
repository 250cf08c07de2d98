package import WavethumbBytes
package import WavethumbSystem

/// Identifies a file by path and inode.
///
/// The digest of a new uncompressed recording comes from the worker that decodes it, because the
/// worker reads all of it anyway. A recording that has taken over its worker can report the digest
/// of another recording. Therefore a measurement whose digest was reported by a worker is used for
/// the same file only. For another file with that digest, the parent computes the digest itself,
/// and that one counts for all files from then on. A reported measurement counts for all files as
/// well after the parent computed the same digest from the same, unchanged file.
package struct FileKey: Sendable, Hashable {
  private let path: ContentDigest
  private let inode: UInt64
  private let size: Int64
  private let modified: Int64
  private let changed: Int64

  /// Creates the key of a file with an absolute path.
  // The path by its digest, which has one length.
  package init(_ path: RawPath, identity: FileIdentity) {
    self.path = ContentDigest(of: path.bytes)
    inode = identity.inode
    size = identity.size
    modified = identity.modified
    changed = identity.changed
  }

  /// Returns whether the file has not been written since.
  // By the time of change as well, which no program can set, unlike that of modification; and by the
  // size, which ext4 sets 20 to 30 ms before the times of a file that is being truncated.
  package func isStill(_ identity: FileIdentity) -> Bool {
    inode == identity.inode && size == identity.size && modified == identity.modified
      && changed == identity.changed
  }

  /// Returns whether it is the same file, rewritten or renamed.
  package func isOfSameFile(_ other: FileKey) -> Bool {
    if path == other.path { return true }
    // A renamed file keeps both; an inode alone is given to the next file after a deletion.
    return inode == other.inode && modified == other.modified
  }
}

extension FileKey: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    path.append(to: &writer)
    writer.append(inode)
    writer.append(size)
    writer.append(modified)
    writer.append(changed)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    path = try ContentDigest(from: &reader)
    inode = try reader.integer()
    size = try reader.integer()
    modified = try reader.integer()
    changed = try reader.integer()
  }
}
