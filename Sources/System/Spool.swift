import Glibc

/// Bytes that a run gathers and reads again: in memory up to a limit, then in an unnamed file.
///
/// The file disappears with the process, however that ends.
package final class Spool {
  /// The default limit.
  // A guess between many calls of the kernel and memory: a merge has six spools. Half and twice of it
  // were not tried.
  package static let maximumInMemory = 256 << 10

  private let folder: SpoolFolder?
  private let maximumInMemory: Int
  private let goesOnInMemory: Bool
  private var file: Descriptor?
  /// Whether all bytes stay in memory.
  private var staysInMemory: Bool
  /// Why the file could not be written, if bytes were dropped for that.
  private var failure: SystemFailure?
  private var countInFile = 0
  private var recent: [UInt8] = []

  /// Begins a spool; without a folder, all bytes stay in memory.
  ///
  /// If the file cannot be written, a spool that `goesOnInMemory` keeps all bytes in memory; another one
  /// drops them, and fails when it is read.
  // In the folder of the output, and not in /tmp, which is in memory on many machines.
  package init(
    in folder: SpoolFolder?,
    maximumInMemory: Int = Spool.maximumInMemory,
    expecting count: Int = 0,
    goesOnInMemory: Bool = false
  ) {
    self.folder = folder
    self.maximumInMemory = maximumInMemory
    self.goesOnInMemory = goesOnInMemory
    staysInMemory = folder == nil
    // What goes to a file is never all in memory.
    let expected = folder == nil ? count : min(count, maximumInMemory)
    recent.reserveCapacity(expected)
  }

  package var count: Int { countInFile + recent.count }

  @discardableResult
  package func append(_ bytes: [UInt8]) -> Range<Int> {
    append { recent in recent += bytes }
  }

  /// Adds what `body` appends, and returns its range.
  @discardableResult
  package func append(with body: (_ bytes: inout [UInt8]) -> Void) -> Range<Int> {
    let start = count
    body(&recent)
    let range = start..<count
    if recent.count > maximumInMemory, !staysInMemory {
      spill()
    }
    return range
  }

  /// Returns the bytes of a range, which may be partly in the file and partly in memory.
  package func bytes(_ range: Range<Int>) throws(SystemFailure) -> [UInt8] {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    if let failure { throw failure }
    var bytes: [UInt8] = []

    // The file has the older bytes.
    let split = max(range.lowerBound, min(range.upperBound, countInFile))
    if range.lowerBound < split {
      let length = split - range.lowerBound
      let path = folder?.folder.path ?? ""
      bytes = try file?.read(length, from: range.lowerBound, path) ?? []
      guard bytes.count == length else { throw SystemFailure(.read, errno: EIO, at: path) }
    }
    if split < range.upperBound {
      bytes += recent[split - countInFile..<range.upperBound - countInFile]
    }
    return bytes
  }

  /// Moves the bytes in memory to the file, which is created when it is first needed.
  private func spill() {
    guard let folder else { return }
    let path = folder.folder.path
    do throws(SystemFailure) {
      if file == nil {
        file = try folder.folder.unnamedFile()
      }
      try file?.write(recent, path)
    } catch {
      if goesOnInMemory {
        staysInMemory = true
        return
      }
      failure = failure ?? error
    }

    // Bytes that were dropped count too, so that the ranges of later ones stay right.
    countInFile += recent.count
    recent.removeAll(keepingCapacity: true)
  }
}
