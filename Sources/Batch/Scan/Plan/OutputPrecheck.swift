import Library
import System

/// Checks on its own thread whether the files of known recordings still exist, while the library is
/// crawled.
final class OutputPrecheck: Sendable {
  /// For fewer recordings a thread costs more than it saves.
  static let leastRecordings = 500

  private let answers = Locked<[Bool]>([])
  private let isDone = CountingSemaphore()

  /// Starts the check; nil if other settings apply, for few recordings, or if no thread can start.
  init?(_ previous: PreviousRun, _ files: OutputFiles, _ interruption: Interruption) {
    guard previous.hasSameSettings, let index = previous.index,
      index.count >= Self.leastRecordings
    else { return nil }
    let isStarted = startThread { [self] in
      var found: [Bool] = []
      found.reserveCapacity(index.count)
      index.forEach { path, record in
        found.append(record.isMade && files.areWhole(of: path, index.tables.sizes(of: record)))
        return found.count & 63 != 0 || !interruption.requested
      }
      answers.withLock { $0 = found }
      isDone.signal()
    }
    guard isStarted else { return nil }
  }

  /// Waits for the end, and returns for each place in the index whether all its files exist; after
  /// a signal, the result is shorter.
  func finish() -> [Bool] {
    isDone.wait()
    return answers.withLock { $0 }
  }
}
