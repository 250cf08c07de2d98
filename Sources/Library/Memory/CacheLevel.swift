import Glibc
import System

/// The size of a cache, including what concurrent runs add.
///
/// Each run appends one byte to a shared file for each block that it adds, so that the length of
/// the file shows every run what all have added, without a lock. The last run removes the file; a
/// run that had opened it before finds it without a name, and counts again. On file systems where
/// concurrent appends overwrite each other, some blocks are not counted.
struct CacheLevel: Sendable {
  private static let block: Int64 = 4096

  private let folder: CacheFolder
  private var growth: Growth?
  /// The size when the shared file had length `start`; nil before the first query.
  private var counted: Int64?
  private var start: Int64 = 0
  /// The part added by this run.
  private var own: Int64 = 0
  /// Whether others have added something during this run.
  private var isShared = false

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

    /// The end of the last added blocks, even if others have added more since.
    var endOfLast: Int64? {
      do { return try file.position(CacheFolder.growth) } catch { return nil }
    }

    /// Whether another run has removed it.
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

  init(of folder: CacheFolder) { self.folder = folder }

  /// Returns the current size of the cache.
  mutating func bytes() -> Int64 {
    if counted == nil || growth?.isGivenUp ?? false { begin() }
    let length = growth?.length ?? start
    return (counted ?? 0) + max(0, length - start) * Self.block
  }

  /// Announces to all runs that this one will add, or has removed, some bytes.
  mutating func add(_ bytes: Int64) {
    guard tell(of: bytes) else {
      counted = counted.map { $0 + bytes }
      return
    }
    guard growth?.isGivenUp ?? false else { return }
    // Runs started since then know only the new file.
    begin()
    _ = tell(of: bytes)
  }

  /// The length to pass to `set` with a count started now.
  var length: Int64 { growth?.length ?? start }

  /// Sets the size counted when the file had a length.
  mutating func set(_ bytes: Int64, at length: Int64) {
    if length - start != own { isShared = true }
    (counted, start, own) = (bytes, length, 0)
  }

  /// Writes the size for the next run, unless nothing was queried or others have added something
  /// too.
  mutating func settle() {
    guard counted != nil else { return }
    let bytes = bytes()
    if isAlone, !(growth?.isGivenUp ?? true) {
      // In this order: a run that has opened it before counts again, or is seen here.
      folder.removeGrowth()
      CacheUsage.settle(isAlone ? bytes : nil, in: folder)
    } else {
      // One more block shows the others that they were not alone either.
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

  /// Whether no other run has added anything since this one began; true for at most one run.
  private var isAlone: Bool { !isShared && length - start == own }

  private mutating func begin() {
    let isFirst = counted == nil
    isShared = !isFirst
    // A failure here recurs when the first summary is written, and is reported then.
    do { try folder.writeTag() } catch {}
    growth = Growth(in: folder)
    // From then on no other run is alone, and a usage file is valid only if nobody else is running.
    let isTold = growth?.add(1) ?? false
    // If two begin at once, the length would show both that they are alone.
    (start, own) = ((isTold ? growth?.endOfLast : nil) ?? length, 0)
    counted = CacheUsage.take(from: folder, isGood: isFirst && isTold && start <= 1)
  }
}
