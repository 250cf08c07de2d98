/// The metadata that show whether a file is unchanged since an earlier look.
package struct FileIdentity: Sendable, Hashable {
  package var device: UInt64
  package var inode: UInt64
  package var size: Int64
  /// Nanoseconds since 1970; a time beyond 64 bits wraps, as times are only compared for equality.
  package var modified: Int64
  package var changed: Int64

  package init(device: UInt64, inode: UInt64, size: Int64, modified: Int64, changed: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
  }

  /// Returns whether all metadata match; without inodes, only size and modification time.
  ///
  /// The device never counts: network and removable disks get another number at each mount.
  package func matches(_ other: FileIdentity, ignoringInode: Bool) -> Bool {
    guard size == other.size, modified == other.modified else { return false }
    if ignoringInode { return true }
    // A program may set the modification time back; the time of the change is the kernel's.
    return inode == other.inode && changed == other.changed
  }

  /// Returns whether a rewrite right after this look might leave all times unchanged.
  ///
  /// Clocks of file systems have a resolution of up to two seconds. A time far in the future is
  /// from a clock that was set back since, and a rewrite today would not repeat it.
  package func isRacy(since start: Int64, until now: Int64) -> Bool {
    // Wrapping, as a time of a file may be any number; the range is never upside down.
    let early = start &- Self.clockTick
    let doubtful = early...max(early, now &+ Self.clockTick)
    return doubtful.contains(modified) || doubtful.contains(changed)
  }

  // FAT has the coarsest clock of those in use: two seconds.
  private static let clockTick: Int64 = 2_000_000_000
}

/// Identifies a folder by device and inode, independent of its path.
package struct FolderIdentity: Sendable, Hashable {
  package var device: UInt64
  package var inode: UInt64
}
