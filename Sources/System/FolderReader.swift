import CSandbox
import Glibc
import WavethumbBytes

/// Lists folders one after another through one buffer, without an allocation per name.
// `readdir` would allocate a buffer for each folder, and a library has as many folders as albums.
package struct FolderReader: Sendable {
  package struct Entry {
    /// The kind of the file, or nil if the file system does not report it.
    package let kind: FileStatus.Kind?
    package let name: Range<Int>
  }

  /// The bytes that entries refer to, valid until the next entry is read.
  package private(set) var names: [UInt8]

  private var next = 0
  private var filled = 0

  // 64 KiB: the names of some thousand recordings in one call. Untuned.
  package init() { names = [UInt8](repeating: 0, count: 1 << 16) }

  package mutating func restart() {
    next = 0
    filled = 0
  }

  /// Returns the next entry of an open folder except `.` and `..`, or nil at its end.
  package mutating func entry(
    in folder: borrowing Descriptor,
    _ path: @autoclosure () -> RawPath
  ) throws(SystemFailure) -> Entry? {
    while true {
      if next >= filled {
        let failure = fill(from: folder.number)
        if failure != 0 { throw SystemFailure(.list, errno: failure, at: path()) }
        if filled == 0 { return nil }
      }
      if let entry = nextEntry() { return entry }
    }
  }

  /// Reads the next entries; returns 0 or the error number.
  private mutating func fill(from folder: CInt) -> CInt {
    // The kernel writes at most as many bytes as the buffer has.
    let count = unsafe names.withUnsafeMutableBytes { buffer in
      unsafe getdents64(folder, buffer.baseAddress, buffer.count)
    }
    next = 0
    filled = max(0, count)
    if count < 0 { return errno }
    return 0
  }

  /// Parses a `linux_dirent64`: inode (8 bytes), offset (8), length (2), kind (1), name and a zero.
  private mutating func nextEntry() -> Entry? {
    let start = next
    let isWhole = start + Self.nameOffset <= filled
    let length = isWhole ? Int(names.number(at: start + 16, as: UInt16.self)) : 0
    guard length > Self.nameOffset, start + length <= filled else {
      next = filled
      return nil
    }
    next = start + length
    var end = start + Self.nameOffset
    while end < next && names[end] != 0 {
      end += 1
    }
    let name = (start + Self.nameOffset)..<end

    // No name, the folder itself, or its parent.
    let isOfPoints = names[name].allSatisfy { $0 == UInt8(ascii: ".") }
    if name.count <= 2, isOfPoints { return nil }

    // The four bits of a mode that encode the kind; 0 if unknown.
    let bits = mode_t(names[start + 18])
    let kind = bits == 0 ? nil : FileStatus.Kind(mode: bits << 12)
    return Entry(kind: kind, name: name)
  }

  private static let nameOffset = 19
}

extension FolderReader {
  /// Returns the names of the folders and of the regular files in a folder that was opened for this.
  package mutating func list(
    _ folder: borrowing Folder
  ) throws(SystemFailure) -> (folders: [RawPath], files: [RawPath]) {
    var folders = [RawPath]()
    var files = [RawPath]()
    restart()
    while let entry = try entry(in: folder.descriptor, folder.path) {
      let name = RawPath(bytes: Array(names[entry.name]))
      var kind = entry.kind
      // Some file systems do not store the kind in the folder.
      if kind == nil {
        kind = try folder.status(of: name, followingLinks: false).kind
      }
      if kind == .folder {
        folders.append(name)
      } else if kind == .file {
        files.append(name)
      }
    }
    return (folders, files)
  }
}

extension Folder {
  package func names() throws(SystemFailure) -> [RawPath] {
    // A descriptor at the end of its folder lists nothing again, so a new one is opened.
    let folder = try folder(".")
    var reader = FolderReader()
    var names = [RawPath]()
    while let entry = try reader.entry(in: folder.descriptor, path) {
      names.append(RawPath(bytes: Array(reader.names[entry.name])))
    }
    return names
  }
}
