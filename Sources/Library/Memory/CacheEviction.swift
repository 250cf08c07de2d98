import System

/// Frees space in the cache by removing the least recently used entries.
enum CacheEviction {
  /// Removes entries until at most `bytes` are left, except those in use; returns the remaining
  /// bytes.
  static func evict(
    downTo bytes: Int64, from folder: CacheFolder, sparing isSpared: (CacheInventory.Entry) -> Bool
  ) -> Int64 {
    var inventory = CacheInventory(of: folder)
    var left = inventory.bytesSoon
    if left <= bytes { return left }
    inventory.sortByUse()
    for entry in inventory.entries where left > bytes && !isSpared(entry) {
      if folder.remove(entry.path) { left -= entry.bytes }
    }
    return left
  }
}

extension CacheFolder {
  package func totals() -> (summaries: Int, bytes: Int64) {
    let inventory = CacheInventory(of: self)
    let summaries = inventory.entries.count {
      if case .summary = $0.kind { true } else { false }
    }
    return (summaries, inventory.bytes)
  }

  /// Removes the least recently used entries, until at most so many bytes are left.
  package func prune(to bytes: Int64) {
    sweep()
    removeUsage()
    _ = CacheEviction.evict(downTo: max(0, bytes), from: self) { _ in false }
  }

  /// Removes all files of the cache, and keeps other files and the folder itself.
  package func clear() {
    prune(to: 0)
    removeTag()
    removeGrowth()
    let shards = (0..<256).map(SummaryKey.path(ofShard:))
    for path in shards + [Self.summaries, Self.runs, Self.temporaries] {
      // A folder that is not empty, or is gone, is left unchanged.
      do { try top.removeFolder(path) } catch { continue }
    }
  }
}
