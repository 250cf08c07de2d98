import System

/// The size of a cache, to which other runs may add concurrently.
///
/// The files are counted again whenever this run has added its part of a thirty-second of the budget,
/// so that the parts of a library exceed the budget by no more than that together, and other
/// concurrent runs by no more than that each.
struct CacheLevel: Sendable {
  private static let leastStep: Int64 = 1 << 20

  private let folder: CacheFolder
  private let step: Int64
  /// Nil before the first query.
  private var counted: Int64?
  private var added: Int64 = 0

  init(of folder: CacheFolder, budget: Int64, runs: Int = 1) {
    (self.folder, step) = (folder, max(budget / 32 / Int64(runs), Self.leastStep))
  }

  /// Returns the current size of the cache.
  mutating func bytes() -> Int64 {
    if added >= step { set(CacheInventory(of: folder).bytes) }
    let counted = counted ?? CacheUsage.take(from: folder)
    self.counted = counted
    return counted + added
  }

  mutating func add(_ bytes: Int64) { added += bytes }

  /// Sets the size that was counted just now.
  mutating func set(_ bytes: Int64) { (counted, added) = (bytes, 0) }

  /// Writes the size for the next run, unless nothing was queried.
  func settle() {
    if let counted { CacheUsage.settle(counted + added, in: folder) }
  }
}

/// A file with the size of the cache, so that a run need not count all entries before it adds one.
///
/// The file does not exist while a run adds entries: a killed run leaves none, and the next one
/// counts. If two runs add at once, the second to end removes the file of the first, because
/// neither knows how much the other has added.
enum CacheUsage {
  /// Returns the size of the cache, from the file if valid or by counting, and removes the file.
  static func take(from folder: CacheFolder) -> Int64 {
    folder.sweep()
    let noted = folder.read(CacheFolder.usage, longest: 32)
      .flatMap { Int64(String(decoding: $0.dropLast(), as: UTF8.self)) }
    folder.removeUsage()
    if let noted, noted >= 0 { return noted }
    return CacheInventory(of: folder).bytes
  }

  static func settle(_ bytes: Int64, in folder: CacheFolder) {
    guard !folder.hasName(CacheFolder.usage) else { return folder.removeUsage() }
    // Without the file the next run counts.
    do { try folder.write([Array("\(bytes)\n".utf8)], to: CacheFolder.usage) } catch { return }
  }
}
