import Glibc
import System

/// The size of a cache, in a file that every run changes under a lock, so that concurrent runs
/// keep within one budget.
///
/// Without the file the entries are counted. A killed run may leave a size that is too large, and
/// eviction counts again.
struct CacheLevel: Sendable {
  private let folder: CacheFolder
  /// The size as this run knows it, if the file is one of the user's or cannot be changed.
  private var own: Int64?

  init(of folder: CacheFolder) { self.folder = folder }

  /// Adds the bytes of a file that is being written, unless the size would exceed a limit; returns
  /// whether it has added them.
  mutating func add(_ bytes: Int64, within limit: Int64) -> Bool {
    var isAdded = false
    change { [folder] known in
      let size = known ?? CacheInventory(of: folder).bytesSoon(except: 1)
      isAdded = size + bytes <= limit
      return isAdded ? size + bytes : size
    }
    return isAdded
  }

  /// Removes the least recently used entries, except those in use, until at most `bytes` are left;
  /// returns the remaining bytes.
  @discardableResult
  mutating func evict(
    downTo bytes: Int64, sparing isSpared: (CacheInventory.Entry) -> Bool = { _ in false }
  ) -> Int64 {
    change { [folder] _ in
      folder.sweep()
      var inventory = CacheInventory(of: folder)
      var left = inventory.bytesSoon()
      if left <= bytes { return left }
      inventory.sortByUse()
      for entry in inventory.entries where left > bytes && !isSpared(entry) {
        if folder.remove(entry.path) { left -= entry.bytes }
      }
      return left
    }
  }

  /// Replaces the size, nil if it is unknown, while no other run changes it; the folder has a tag.
  @discardableResult
  private mutating func change(_ change: (Int64?) -> Int64) -> Int64 {
    do {
      let file = try folder.top.create(
        CacheFolder.usage, flags: O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK)
      file.lock()
      let text = try file.read(32, CacheFolder.usage)
      if CacheFolder.isUsage(text) {
        // The end of a longer number may follow on the next line.
        let line = text.prefix { $0 != UInt8(ascii: "\n") }
        let size = change(Int64(String(decoding: line, as: UTF8.self)))
        try file.write(Array("\(size)\n".utf8), CacheFolder.usage)
        return size
      }
    } catch {
      // A folder that cannot be written to is reported with the first entry.
    }
    let size = change(own)
    own = size
    return size
  }
}
