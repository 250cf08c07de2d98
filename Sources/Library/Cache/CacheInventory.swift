import WavethumbBytes
import WavethumbSystem

/// The files of a cache, recognized by name and folder.
struct CacheInventory {
  enum Kind {
    case summary(SummaryKey)
    /// The sightings of a run.
    case ofRun(RawPath)
  }

  struct Entry {
    let kind: Kind
    let bytes: Int64
    /// The time of its last use, in nanoseconds since 1970.
    let used: Int64

    /// The key; nil for a file of a run.
    var summary: SummaryKey? {
      guard case .summary(let key) = kind else { return nil }
      return key
    }

    var path: RawPath {
      switch kind {
      case .summary(let key): key.path
      case .ofRun(let path): path
      }
    }
  }

  private(set) var entries: [Entry] = []
  /// The disk usage of all entries.
  private(set) var bytes: Int64 = 0
  private let cache: CacheFolder

  init(of cache: CacheFolder) {
    self.cache = cache
    for shard in 0..<256 {
      list(SummaryKey.path(ofShard: shard)) { name in
        // In its own shard only: elsewhere no run would find it, and it may be a copy that a user made.
        guard let key = SummaryKey(name: name.bytes), key.shard == shard else {
          return nil
        }
        return .summary(key)
      }
    }
    list(CacheFolder.runs) { name in
      guard SightingsFile.isName(name.bytes) else { return nil }
      return .ofRun(CacheFolder.runs.appending(name))
    }
  }

  /// Returns the disk usage of all files in the folders of entries, without an allocation for each:
  /// a run that adds one recording reads the whole cache at its end.
  static func diskUsage(of cache: CacheFolder) -> Int64 {
    var bytes: Int64 = 0
    var reader = FolderReader()
    for path in (0..<256).map(SummaryKey.path(ofShard:)) + [CacheFolder.runs] {
      do throws(SystemFailure) {
        let folder = try cache.top.folderWithoutLinks(path)
        reader.restart()
        while let entry = try reader.entry(in: folder.descriptor, path) {
          let size = size(ofFile: entry.name, in: reader.names, of: folder)
          bytes = bytes.addingClamped(footprint(size))
        }
      } catch {
        // A folder that is missing, or deleted while it is read, counts as empty.
        continue
      }
    }
    return bytes
  }

  /// Returns the size of a file; 0 if it is none, or has been removed since.
  private static func size(
    ofFile name: Range<Int>,
    in names: [UInt8],
    of folder: borrowing Folder
  ) -> Int64 {
    let status = try? folder.status(of: name, in: names, followingLinks: false)
    guard let status, status.kind == .file else { return 0 }
    return status.identity.size
  }

  /// Removes the least recently used entries, except those that are spared, until at most `rest`
  /// bytes are left.
  mutating func evict(
    downTo rest: Int64,
    sparing isSpared: (CacheInventory.Entry) -> Bool = { _ in false }
  ) {
    if bytes <= rest { return }
    sortByUse()
    for entry in entries where bytes > rest && !isSpared(entry) {
      if cache.remove(entry.path) {
        bytes -= entry.bytes
      }
    }
  }

  /// Sorts the least recently used first, in an order that does not depend on the folder.
  ///
  /// Sightings of runs come after all summaries: using one is not recorded, and losing one costs most.
  private mutating func sortByUse() {
    entries.sort { left, right in
      let isLeftOfRun = left.summary == nil
      let isRightOfRun = right.summary == nil
      if isLeftOfRun != isRightOfRun { return isRightOfRun }
      if left.used != right.used { return left.used < right.used }
      return left.path < right.path
    }
  }

  /// Returns the disk usage of a file of this size.
  // The usual block of a file system. By its size alone, the entry of a failure, of some hundred bytes,
  // would count a tenth of what it takes.
  static func footprint(_ size: Int64) -> Int64 {
    let block: Int64 = 4096
    guard size > 0, size < Int64.max - block else { return max(0, size) }
    return (size + block - 1) / block * block
  }

  private mutating func list(_ path: RawPath, kind: (RawPath) -> Kind?) {
    do throws(SystemFailure) {
      let folder = try cache.top.folderWithoutLinks(path)
      for name in try folder.names() {
        guard let kind = kind(name), let file = Self.file(name, in: folder) else { continue }
        let entry = Entry(kind: kind, bytes: Self.footprint(file.size), used: file.modified)
        entries.append(entry)
        bytes = bytes.addingClamped(entry.bytes)
      }
    } catch {
      // A folder that is missing, or deleted while it is read, counts as empty.
      return
    }
  }

  /// Returns nil if it is not a file, or has been removed since; the other files of its folder
  /// still count.
  private static func file(_ name: RawPath, in folder: borrowing Folder) -> FileIdentity? {
    let status = try? folder.status(of: name, followingLinks: false)
    guard let status, status.kind == .file else { return nil }
    return status.identity
  }
}

extension CacheFolder {
  package func totals() -> (summaries: Int, bytes: Int64) {
    let inventory = CacheInventory(of: self)
    let summaries = inventory.entries.count { entry in entry.summary != nil }
    return (summaries, inventory.bytes)
  }

  package func prune(to bytes: Int64) {
    // The tag comes first: without it the folder would count as one of others.
    do {
      try writeTag()
    } catch {
      return
    }
    sweep()
    var inventory = CacheInventory(of: self)
    inventory.evict(downTo: max(0, bytes))
  }

  /// Removes all files of the cache, and keeps other files and the folder itself.
  package func clear() {
    prune(to: 0)
    let shards = (0..<256).map(SummaryKey.path(ofShard:))
    let tops = [Self.summaries, Self.runs, Self.temporaries]
    for path in shards + tops {
      // A folder that is not empty, or is gone, is left unchanged.
      try? parent(of: path).removeFolder(path.name)
    }
    // The tag goes last: without it, what is left counts as a folder of others.
    if !tops.contains(where: hasName) {
      removeTag()
    }
  }
}
