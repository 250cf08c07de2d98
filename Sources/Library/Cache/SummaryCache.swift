import WavethumbBytes
package import WavethumbSystem

/// Summaries and failures by content, within a budget that concurrent runs may exceed in between.
///
/// Every failure here only costs time: an unreadable or damaged entry counts as missing.
package final class SummaryCache: Sendable {
  /// The reason why no more entries are added, for one message at the end of the run.
  package enum Failure: Sendable, Hashable {
    /// All remaining entries were used by this run.
    case full(budget: Int64)
    case failed(SystemFailure)
  }

  private let folder: CacheFolder
  private let budget: Int64
  /// The bytes reserved for the sightings of this run; without them the next run reads every file.
  private let reserve: Int64
  private let state: Locked<State>
  /// Entries used since then belong to a concurrent run.
  private let start = WallClock.now

  private struct State {
    /// The fingerprints of the entries used or added by this run, which are kept.
    var used: Set<UInt64> = []
    var level: CacheLevel
    var failure: Failure?
  }

  // Of 45 cached summaries, half took less than 31 KB and the largest 282 KB: this is room for some
  // 60,000 recordings. At half of it, a library of that size would be decoded again for each new style.
  package static let standardBudget: Int64 = 2 << 30

  /// The bytes that are reserved for each file in the sightings of a run.
  // A sighting takes 46. More is reserved than needed: what summaries lack costs a decode, what
  // sightings lack costs reading the whole library.
  private static let roomForSighting = 192

  /// The number of runs that share the budget, each with about this many files.
  package init(
    _ folder: CacheFolder,
    budget: Int64 = standardBudget,
    expectingFiles files: Int = 0,
    runs: Int = 1
  ) {
    self.folder = folder
    self.budget = budget
    let room = CacheInventory.footprint(Int64(files) * Int64(Self.roomForSighting))
    // A quarter at most, untuned: with a tiny budget, summaries are to have some room as well.
    reserve = min(room * Int64(runs), budget / 4)
    state = Locked(State(level: CacheLevel(of: folder, budget: budget)))
  }

  package var failure: Failure? { state.withLock { state in state.failure } }

  /// Returns an entry, or nil if it is missing or damaged; if `marksUse`, it is kept longer than
  /// others.
  package func entry(for key: SummaryKey, marksUse: Bool = true) -> ArraySlice<UInt8>? {
    let bytes = folder.read(
      key.path,
      maximumBytes: CacheEntry.maximumBytes,
      marksUse: marksUse
    )
    guard let bytes, let payload = CacheEntry.payload(of: bytes, for: key) else { return nil }
    state.withLock { state in _ = state.used.insert(key.fingerprint) }
    return payload
  }

  /// Adds an entry or replaces a damaged one; returns whether it exists now.
  @discardableResult
  package func add(_ payload: [UInt8], for key: SummaryKey) -> Bool {
    // After one failure no more are tried: each would list the cache, or wait for the disk, in vain.
    guard failure == nil else { return false }
    let pieces = CacheEntry.sealing(payload, for: key)
    let bytes = CacheInventory.footprint(Int64(pieces.count))
    guard write(pieces, to: key.path, adding: bytes, within: budget - reserve) else { return false }
    state.withLock { state in _ = state.used.insert(key.fingerprint) }
    return true
  }

  /// Stores the sightings of this run, unless they are like the last ones; returns whether it
  /// succeeded.
  @discardableResult
  package func keep(
    _ sightings: BytePieces,
    of key: Sightings.Key,
    unlessLike last: [UInt8]? = nil
  ) -> Bool {
    if let last, sightings.isEqual(to: last) { return true }
    return keep(sightings, at: SightingsFile.path(key))
  }

  private func keep(_ bytes: BytePieces, at path: RawPath) -> Bool {
    let before = CacheInventory.footprint(folder.top.fileSize(of: path) ?? 0)
    let more = CacheInventory.footprint(Int64(bytes.count)) - before
    // If summaries found no room, some was reserved for this.
    return write(bytes, to: path, adding: more, within: budget)
  }

  /// Trims the cache to its budget if this run has added to it; called at the end of a run.
  package func sweep() {
    state.withLock { state in
      guard state.level.isChanged else { return }
      let used = state.used
      // Below the budget by a tenth, like `CacheLevel.add`, so that the next run finds room.
      state.level.sweep(above: budget, downTo: budget / 10 * 9) { entry in
        isInUse(entry, by: used)
      }
    }
  }

  /// Writes a file that adds so many bytes, after removing others if the limit requires it.
  private func write(
    _ pieces: BytePieces,
    to path: RawPath,
    adding bytes: Int64,
    within limit: Int64
  ) -> Bool {
    let hasRoom = state.withLock { state in
      let used = state.used
      let hasRoom = state.level.add(bytes, within: limit) { entry in isInUse(entry, by: used) }
      // The first failure only: the report has one line for it.
      if !hasRoom, state.failure == nil {
        state.failure = .full(budget: budget)
      }
      return hasRoom
    }
    guard hasRoom else { return false }
    do throws(SystemFailure) {
      try folder.write(pieces, to: path)
      return true
    } catch {
      state.withLock { state in
        if state.failure == nil {
          state.failure = .failed(error)
        }
      }
      return false
    }
  }

  /// Returns whether this run or a concurrent one has used the entry.
  private func isInUse(_ entry: CacheInventory.Entry, by used: Set<UInt64>) -> Bool {
    if entry.used >= start { return true }
    guard let key = entry.summary else { return false }
    return used.contains(key.fingerprint)
  }
}

/// The envelope of a file of the cache: a mark, a checksum over key and payload, the payload, which
/// is a `CachedEntry`.
enum CacheEntry {
  // Every summary is far shorter, and a longer file is not ours. A bound only, as the size of the file is
  // allocated when it is read.
  static let maximumBytes = 64 << 20

  static func sealing(_ payload: [UInt8], for key: SummaryKey) -> BytePieces {
    var head = mark
    head.append(number: checksum(of: payload, from: 0, for: key))
    head.append(number: UInt64(payload.count))
    var pieces = BytePieces(head)
    pieces.append(payload)
    return pieces
  }

  /// Returns the payload, or nil if the entry is damaged or has another key.
  static func payload(of entry: [UInt8], for key: SummaryKey) -> ArraySlice<UInt8>? {
    guard entry.count >= headLength, entry.starts(with: mark) else { return nil }
    let sum: UInt64 = entry.number(at: mark.count)
    let count: UInt64 = entry.number(at: mark.count + 8)
    guard count == UInt64(entry.count - headLength),
      sum == checksum(of: entry, from: headLength, for: key)
    else { return nil }
    return entry[headLength...]
  }

  private static let mark = Array("wavethumb sum 2\n".utf8)
  private static let headLength = mark.count + 16

  // Over the key too: a file that was renamed by hand holds another recording than its name claims.
  private static func checksum(
    of bytes: [UInt8],
    from start: Int,
    for key: SummaryKey
  ) -> UInt64 {
    var hash = StableHash(seed: key.settings)
    hash.add(key.digest.high)
    hash.add(key.digest.low)
    hash.add(bytes, start..<bytes.count)
    return hash.value
  }
}
