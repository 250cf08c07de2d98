import System

/// The files of a cache, recognized by name and folder.
struct CacheInventory {
  package enum Kind: Hashable {
    case summary(SummaryKey)
    case run(UInt64, UInt64)
    case note(OutputNote, UInt64)
  }

  package struct Entry {
    package let kind: Kind
    package let bytes: Int64
    /// The time of its last use, in nanoseconds since 1970.
    package let used: Int64

    var isOfRun: Bool {
      switch kind {
      case .summary: false
      case .run, .note: true
      }
    }

    package var path: RawPath {
      switch kind {
      case .summary(let key): key.path
      case .run(let high, let low): ScanIndexFile.path(high, low)
      case .note(let note, let hash): note.path(hash)
      }
    }
  }

  private(set) var entries: [Entry] = []

  init(of cache: CacheFolder) {
    for shard in 0..<256 {
      list(SummaryKey.path(ofShard: shard), of: cache) { name in
        SummaryKey(name: name)
          .flatMap { SummaryKey.shard(of: $0.size) == shard ? .summary($0) : nil }
      }
    }
    list(CacheFolder.runs, of: cache) { name in
      ScanIndexFile.number(ofName: name).map { .run($0.high, $0.low) }
        ?? OutputNote.allCases.lazy.compactMap { note in
          note.number(ofName: name).map { .note(note, $0) }
        }.first
    }
  }

  package var bytes: Int64 { entries.reduce(0) { $0 + $1.bytes } }

  /// Sorts the least recently used first, in an order that does not depend on the folder.
  ///
  /// Indexes come after all summaries: their use is not recorded, and losing one costs most.
  mutating func sortByUse() {
    entries.sort { left, right in
      if left.isOfRun != right.isOfRun { return right.isOfRun }
      return left.used != right.used ? left.used < right.used : left.path < right.path
    }
  }

  /// Returns the disk usage of a file of this size.
  static func footprint(_ size: Int64) -> Int64 {
    let block: Int64 = 4096
    guard size > 0, size < Int64.max - block else { return max(0, size) }
    return (size + block - 1) / block * block
  }

  private mutating func list(_ path: RawPath, of cache: CacheFolder, _ kind: ([UInt8]) -> Kind?) {
    do throws(SystemFailure) {
      let folder = try cache.top.folderWithoutLinks(path)
      for name in try folder.names() {
        guard let kind = kind(name.bytes), let file = Self.file(name, in: folder) else { continue }
        entries.append(Entry(kind: kind, bytes: Self.footprint(file.size), used: file.modified))
      }
    } catch {
      // A folder that is missing, or deleted while it is read, counts as empty.
      return
    }
  }

  /// Returns nil if it is not a file, or has been removed since; the other files of its folder
  /// still count.
  private static func file(_ name: RawPath, in folder: borrowing Folder) -> FileIdentity? {
    do {
      let status = try folder.status(of: name, followingLinks: false)
      return status.kind == .file ? status.identity : nil
    } catch {
      return nil
    }
  }
}

/// Frees space in the cache by removing the least recently used entries.
enum CacheEviction {
  /// Removes entries until at most `bytes` are left, except those in use; returns the remaining
  /// bytes.
  static func evict(
    downTo bytes: Int64, from folder: CacheFolder, sparing isSpared: (CacheInventory.Entry) -> Bool
  ) -> Int64 {
    var inventory = CacheInventory(of: folder)
    var left = inventory.bytes
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

  /// Removes the least recently used entries, until at most `bytes` are left.
  package func prune(to bytes: Int64) {
    sweep()
    removeUsage()
    _ = CacheEviction.evict(downTo: max(0, bytes), from: self) { _ in false }
  }

  /// Removes all files of the cache, and keeps other files and the folder itself.
  package func clear() {
    prune(to: 0)
    let (shards, tops) = (
      (0..<256).map(SummaryKey.path(ofShard:)), [Self.summaries, Self.runs, Self.temporaries]
    )
    for path in shards + tops {
      // A folder that is not empty, or is gone, is left unchanged.
      do { try parent(of: path).removeFolder(path.name) } catch { continue }
    }
    // The tag is removed last: without it, the folder no longer counts as a cache of wavethumb.
    if !tops.contains(where: hasName) { removeTag() }
  }
}
