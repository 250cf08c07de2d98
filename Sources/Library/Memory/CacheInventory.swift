import System

/// The files of a cache, recognised by name and place.
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

    /// Whether it is what a run left for the next one.
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
  /// How many files were on their way into the cache.
  private var filesOnTheirWay = 0

  init(of cache: CacheFolder) {
    // Counted first: what is no longer on its way is among the entries by then.
    filesOnTheirWay = Self.names(in: CacheFolder.temporaries, of: cache)
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

  /// The same with what other processes are about to add: each as much as the largest that is
  /// there.
  var bytesSoon: Int64 {
    let largest = entries.reduce(Self.largestExpected) { max($0, $1.isOfRun ? 0 : $1.bytes) }
    return bytes + Int64(filesOnTheirWay) * largest
  }

  /// Most summaries take less.
  private static let largestExpected: Int64 = 32 << 10

  /// Least recently used first, in an order that no folder's own order shapes.
  ///
  /// Memories of runs come after all summaries: using one leaves no mark, and losing one costs
  /// most.
  mutating func sortByUse() {
    entries.sort { left, right in
      if left.isOfRun != right.isOfRun { return right.isOfRun }
      return left.used != right.used ? left.used < right.used : left.path < right.path
    }
  }

  /// The bytes that a file of a size takes on disk.
  static func footprint(_ size: Int64) -> Int64 {
    let block: Int64 = 4096
    guard size > 0, size < Int64.max - block else { return max(0, size) }
    return (size + block - 1) / block * block
  }

  private static func names(in path: RawPath, of cache: CacheFolder) -> Int {
    var count = 0
    do throws(SystemFailure) {
      let folder = try cache.top.folder(path, followingLinks: false)
      var reader = FolderReader()
      while try reader.entry(in: folder.descriptor, path) != nil { count += 1 }
    } catch {
      return count
    }
    return count
  }

  private mutating func list(
    _ path: RawPath, of cache: CacheFolder, _ kind: ([UInt8]) -> Kind?
  ) {
    do throws(SystemFailure) {
      let folder = try cache.top.folder(path, followingLinks: false)
      var reader = FolderReader()
      while let entry = try reader.entry(in: folder.descriptor, path) {
        let name = Array(reader.names[entry.name])
        guard let kind = kind(name), let file = Self.file(RawPath(bytes: name), in: folder)
        else { continue }
        entries.append(
          Entry(kind: kind, bytes: Self.footprint(file.size), used: file.modified))
      }
    } catch {
      // A folder that is not there or goes while it is read has nothing to count.
      return
    }
  }

  /// Nil where it is no file, or another process has removed it since its name was read: the others
  /// of its folder still count.
  private static func file(_ name: RawPath, in folder: borrowing Folder) -> FileIdentity? {
    do {
      let status = try folder.status(of: name, followingLinks: false)
      return status.kind == .file ? status.identity : nil
    } catch {
      return nil
    }
  }
}

/// A note of how many bytes the cache holds, so that a run need not look at every entry before it
/// adds one.
///
/// The note is gone while a run adds: one that was killed leaves none, and the next counts. Where
/// two runs add at once, the second to end takes the note of the first away, as neither knows what
/// the other has added.
enum CacheUsage {
  /// The bytes in the cache, by the note where that is good, or by counting; takes the note away.
  static func take(from folder: CacheFolder, isGood: Bool) -> Int64 {
    folder.sweep()
    folder.writeTag()
    let noted = folder.read(CacheFolder.usage, longest: 32)
      .flatMap { Int64(String(decoding: $0.dropLast(), as: UTF8.self)) }
    folder.removeUsage()
    if isGood, let noted, noted >= 0 { return noted }
    return CacheInventory(of: folder).bytesSoon
  }

  /// Leaves a note, or none where the bytes are not known.
  static func settle(_ bytes: Int64?, in folder: CacheFolder) {
    guard let bytes, folder.top.fileSize(of: CacheFolder.usage) == nil else {
      folder.removeUsage()
      return
    }
    // Without the note the next run counts.
    do { try folder.write([Array("\(bytes)\n".utf8)], to: CacheFolder.usage) } catch { return }
  }
}
