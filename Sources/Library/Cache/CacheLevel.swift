import WavethumbBytes

/// The size of a cache as one run knows it: that of its last listing, and what it has added since.
///
/// No run waits for another: each counts its own additions only, and lists the cache after each
/// thirty-second of its budget, and at its end. Until then it does not see what concurrent runs add,
/// so that together they may exceed the budget.
struct CacheLevel: Sendable {
  private let folder: CacheFolder
  /// The bytes that a run adds before it lists the cache again.
  private let interval: Int64
  /// The size at the last listing; nil before the first.
  private var listed: Int64?
  /// The bytes that this run has added since.
  private var added: Int64 = 0

  init(of folder: CacheFolder, budget: Int64) {
    self.folder = folder
    // With the standard budget, after 64 MiB. More often, listing 256 folders would take
    // longer than writing; more seldom, runs side by side would exceed the budget by more.
    interval = max(budget, 0) / 32
  }

  /// Whether this run has added anything since the last listing.
  var isChanged: Bool { added > 0 }

  /// Counts the bytes of a file that is written now, after the least recently used entries are
  /// removed if it needs their room; returns whether there is room within the limit.
  ///
  /// The bytes are negative if a longer file is replaced.
  mutating func add(
    _ bytes: Int64,
    within limit: Int64,
    sparing isSpared: (CacheInventory.Entry) -> Bool
  ) -> Bool {
    let isDue = added.addingClamped(bytes) > interval
    if isDue || !hasRoom(for: bytes, within: limit) {
      // A tenth more than necessary is removed, so that the next files find room. With less,
      // a full cache is listed again after each few files.
      let coming = max(bytes, 0)
      sweep(above: limit - coming, downTo: limit / 10 * 9 - coming, sparing: isSpared)
    }
    guard hasRoom(for: bytes, within: limit) else { return false }
    added = added.addingClamped(bytes)
    return true
  }

  /// Lists the cache and, if it has more than `limit` bytes, removes the least recently used entries
  /// that are not spared until at most `rest` are left.
  mutating func sweep(
    above limit: Int64,
    downTo rest: Int64,
    sparing isSpared: (CacheInventory.Entry) -> Bool
  ) {
    var size = CacheInventory.diskUsage(of: folder)
    if size > limit {
      var inventory = CacheInventory(of: folder)
      if inventory.bytes > limit {
        inventory.evict(downTo: rest, sparing: isSpared)
      }
      size = inventory.bytes
    }
    listed = size
    added = 0
  }

  private func hasRoom(for bytes: Int64, within limit: Int64) -> Bool {
    (listed ?? 0).addingClamped(added).addingClamped(bytes) <= limit
  }
}
