import Glibc
import System

/// How many bytes a cache holds, with what all runs that share it add meanwhile.
///
/// Each run makes one file longer, by a byte for each block that it adds, so that the length of the
/// file tells every run of what all have added, without a lock. The run that ends alone removes the
/// file; a run that had opened it meanwhile finds it without a name, and counts again. Where a file
/// system lets two that append at once write over each other, some blocks are not counted.
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
      guard folder.ownsGrowth else { return nil }
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

    /// Where the blocks that were added last end, also where others have added more since.
    var endOfLast: Int64? {
      do { return try file.position(CacheFolder.growth) } catch { return nil }
    }

    /// Another run has removed it.
    var isGivenUp: Bool {
      do { return try !file.status(CacheFolder.growth).hasName } catch { return false }
    }

    func add(_ blocks: Int64) -> Bool {
      do {
        try file.write(Array(repeating: 0, count: Int(blocks)), CacheFolder.growth)
        return true
      } catch {
        return false
      }
    }
  }

  init(of folder: CacheFolder) {
    self.folder = folder
  }

  /// The bytes in the cache by now.
  mutating func bytes() -> Int64 {
    if counted == nil || growth?.isGivenUp ?? false { begin() }
    let length = growth?.length ?? start
    return (counted ?? 0) + max(0, length - start) * Self.block
  }

  /// Tells all runs of bytes that this one is about to add, or has taken away.
  mutating func add(_ bytes: Int64) {
    guard tell(of: bytes) else {
      counted = counted.map { $0 + bytes }
      return
    }
    guard growth?.isGivenUp ?? false else { return }
    // Those who have begun since then know only the new file.
    begin()
    _ = tell(of: bytes)
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
    if isAlone, !(growth?.isGivenUp ?? true) {
      // In this order: whoever has opened it before this counts again, or is seen here.
      folder.removeGrowth()
      CacheUsage.settle(isAlone ? bytes : nil, in: folder)
    } else {
      // One block more tells the others that they were not alone either.
      _ = growth?.add(1)
      CacheUsage.settle(nil, in: folder)
    }
  }

  private mutating func tell(of bytes: Int64) -> Bool {
    let blocks = bytes / Self.block
    guard blocks > 0, growth?.add(blocks) ?? false else { return false }
    own += blocks
    return true
  }

  /// No other run has added anything since this one began; at most one run finds that.
  private var isAlone: Bool { !isShared && length - start == own }

  private mutating func begin() {
    let isFirst = counted == nil
    isShared = !isFirst
    growth = Growth(in: folder)
    // From then on no other run is alone, and a note is good only where nobody else is at work.
    let isTold = growth?.add(1) ?? false
    // Where two begin at once the length would tell both that they are alone.
    (start, own) = ((isTold ? growth?.endOfLast : nil) ?? length, 0)
    counted = CacheUsage.take(from: folder, isGood: isFirst && isTold && start <= 1)
  }
}
