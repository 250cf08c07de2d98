/// The numbers that tell whether a file is unchanged since it was last seen.
package struct FileIdentity: Sendable, Hashable {
  package var device: UInt64
  package var inode: UInt64
  package var size: Int64
  /// Nanoseconds since 1970; a time beyond what 64 bits hold wraps, as only equality is asked of
  /// it.
  package var modified: Int64
  package var changed: Int64

  package init(device: UInt64, inode: UInt64, size: Int64, modified: Int64, changed: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
  }

  /// Whether nothing differs that the user lets count: without inodes, only size and modification
  /// time do.
  ///
  /// The device never counts: network disks and removable ones get another number at each mount.
  package func matches(_ other: FileIdentity, ignoringInode: Bool) -> Bool {
    guard size == other.size, modified == other.modified else { return false }
    return ignoringInode || (inode == other.inode && changed == other.changed)
  }

  /// Whether a rewrite just after this look could leave every time as it is.
  ///
  /// Clocks of file systems tick in up to two seconds. A time far in the future is that of a clock
  /// that was set back since: a rewrite today would not repeat it.
  package func isYoung(since start: Int64, until now: Int64) -> Bool {
    let early = start &- Self.clockTick
    let doubtful = early...max(early, now &+ Self.clockTick)
    return doubtful.contains(modified) || doubtful.contains(changed)
  }

  private static let clockTick: Int64 = 2_000_000_000
}

/// A folder by what the file system knows it as, whatever it is called.
package struct FolderIdentity: Sendable, Hashable {
  package var device: UInt64
  package var inode: UInt64

  package init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }
}
