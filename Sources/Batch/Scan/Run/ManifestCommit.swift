import Outputs
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Writes the manifest of a scan or a merge, unless the one that is there is the same.
struct ManifestCommit {
  /// Returns the entry of a number; asked for one after the other, from 0.
  typealias Entries = (Int) throws(SystemFailure) -> EntrySource

  let path: RawPath
  let header: [UInt8]
  /// The number of entries.
  let count: Int
  /// The manifest that entries may be copied from: that of this path or, for a part's first scan, that of
  /// the whole.
  let last: StoredManifest?
  /// The digest of the manifest that the ledger of the output names.
  let named: ContentDigest?
  /// A merge that is stopped writes nothing. Nil for a scan, which writes what it has.
  var interruption: Interruption?

  /// Writes the manifest; `entries` is called for the comparison, and again for writing.
  func write(
    in output: OutputFolder,
    listing albums: AlbumList?,
    _ entries: () -> Entries
  ) throws -> WrittenManifest {
    if let last, last.path == path {
      var same = EntryRanges(after: header, expecting: count)
      let isSame = try ManifestComparison.isSame(
        header: header,
        count: count,
        in: last,
        into: &same,
        isStopped: { interruption?.requested ?? false },
        entries()
      )
      if isSame {
        // A manifest that would be the same is not written: a backup or a sync then sees no change.
        return WrittenManifest(
          digest: try last.trailerDigest(),
          identity: last.identity,
          entries: same
        )
      }
    }
    try output.begin()
    // Pictures have to be on the disk before the manifest names them: after a power cut, an older
    // manifest leads to pictures that are drawn again, a newer one to pictures that are missing.
    try output.folder.syncFileSystem()
    let folder = try Folder(at: path.parent)
    var manifest = try ManifestFile(
      header: header,
      as: path.name,
      in: folder,
      last: last,
      albums: albums
    )
    var written = EntryRanges(after: header, expecting: count)
    let entry = entries()
    for number in 0..<count {
      try interruption?.check()
      written.append(length: try manifest.append(entry(number)).count)
    }
    // Another program may have written a file of that name since the run began, which may have been
    // hours ago. What is left is the time between this look and the rename.
    try PreviousRun.refuseForeign(path, named: named)
    let digest = try manifest.commit()
    let identity = try folder.status(of: path.name).identity
    return WrittenManifest(digest: digest, identity: identity, entries: written)
  }
}

/// The manifest of a run: the digest at its end, and the range of each entry.
struct WrittenManifest {
  let digest: ContentDigest?
  let identity: FileIdentity
  let entries: EntryRanges
}
