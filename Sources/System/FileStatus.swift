package import Glibc

/// The status of a file, read without opening it.
public struct FileStatus: Sendable, Hashable {
  /// The kind of a file.
  public enum Kind: Sendable, Hashable {
    /// A regular file.
    case file
    /// A folder.
    case folder
    /// A symbolic link.
    case link
    /// A named pipe.
    case pipe
    /// A socket.
    case socket
    /// A character or block device.
    case device
  }

  package let kind: Kind
  package let identity: FileIdentity
  /// The number of names that the file has.
  package let links: Int
  private let owner: UInt32

  // Device and inode alone: the size and the times of a folder change with each file in it.
  package var folder: FolderIdentity {
    FolderIdentity(device: identity.device, inode: identity.inode)
  }

  /// Whether the file belongs to this user, to root, or to the owner of its folder.
  package func isTrusted(in folder: FileStatus) -> Bool {
    [geteuid(), 0, folder.owner].contains(owner)
  }

  package init(_ status: stat) {
    kind = Kind(mode: status.st_mode)
    links = Int(clamping: status.st_nlink)
    owner = status.st_uid
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(truncatingIfNeeded: status.st_ino),
      size: Int64(status.st_size),
      modified: status.st_mtim.nanoseconds,
      changed: status.st_ctim.nanoseconds
    )
  }
}

extension FileStatus.Kind {
  init(mode: mode_t) {
    // The upper bits of a mode; the lower ones are permissions.
    switch mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    case S_IFLNK: self = .link
    case S_IFIFO: self = .pipe
    case S_IFSOCK: self = .socket
    default: self = .device
    }
  }
}
