import Glibc
import System

/// How many bytes a cache holds, with what all runs that share it add meanwhile.
///
/// Each run makes one file longer, by a byte for each block that it adds, so that the length of the
/// file tells every run of what all have added, without a lock. Where a file system lets two that
/// append at once write over each other, some blocks are not counted.
struct CacheLevel: Sendable {
  private static let block: Int64 = 4096

  private let folder: CacheFolder
  private var growth: Growth?
  /// The bytes that were there when the file had its `start` length; nil before the first question.
  private var counted: Int64?
  private var start: Int64 = 0
  /// What this run has added of it.
  private var own: Int64 = 0
  /// Others have added something while this run was at work.
  private var isShared = false

  /// The open file.
  private final class Growth: Sendable {
    private let file: Descriptor

    init?(in folder: CacheFolder) {
      do {
        file = try folder.top.create(
          CacheFolder.growth, flags: O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK)
      } catch {
        return nil
      }
    }

    var length: Int64? {
      do { return try file.status(CacheFolder.growth).identity.size } catch { return nil }
    }

    func add(_ blocks: Int64) -> Bool {
      do {
        try file.write(Array(repeating: 0, count: Int(blocks)), CacheFolder.growth)
        return true
      } catch {
        return false
      }
    }

    /// Losing this only lets the file grow.
    func beginAnew() {
      do { try file.empty(CacheFolder.growth) } catch { return }
    }
  }

  init(of folder: CacheFolder) {
    self.folder = folder
  }

  /// The bytes in the cache by now.
  mutating func bytes() -> Int64 {
    if counted == nil { begin() }
    let length = growth?.length ?? start
    // Another run has begun the file anew.
    if length < start { set(CacheInventory(of: folder).bytesSoon, at: length) }
    return (counted ?? 0) + max(0, length - start) * Self.block
  }

  /// Tells all runs of bytes that this one is about to add, or has taken away.
  mutating func add(_ bytes: Int64) {
    let blocks = bytes / Self.block
    if blocks > 0, growth?.add(blocks) ?? false {
      own += blocks
    } else {
      counted = counted.map { $0 + bytes }
    }
  }

  /// The length to be given to `set` with what is counted from then on.
  var length: Int64 { growth?.length ?? start }

  /// Takes over what was counted when the file had a length.
  mutating func set(_ bytes: Int64, at length: Int64) {
    if length - start != own { isShared = true }
    (counted, start, own) = (bytes, length, 0)
  }

  /// Leaves a note of the bytes for the next run, unless nothing was asked, or others have added
  /// something too.
  mutating func settle() {
    guard counted != nil else { return }
    let bytes = bytes()
    let isAlone = !isShared && length - start == own
    // One block more tells the others that they were not alone either.
    if isAlone { growth?.beginAnew() } else { _ = growth?.add(1) }
    CacheUsage.settle(isAlone ? bytes : nil, in: folder)
  }

  private mutating func begin() {
    growth = Growth(in: folder)
    // From then on no other run is alone, and a note is good only where nobody else is at work.
    _ = growth?.add(1)
    start = length
    counted = CacheUsage.take(from: folder, isGood: start <= 1)
  }
}
