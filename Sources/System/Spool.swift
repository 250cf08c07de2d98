import Glibc

/// Bytes that a run gathers and reads again: in memory up to a limit, then in an unnamed file.
///
/// The file disappears with the process, however that ends.
package final class Spool {
  // Some four thousand entries of a manifest. Untuned.
  private static let maximumBytesInMemory = 4 << 20

  private let folder: Folder
  private let maximumInMemory: Int
  private var file: Descriptor?
  /// Whether the file could not be written, so that all further bytes stay in memory.
  private var staysInMemory = false
  private var countInFile = 0
  private var recent: [UInt8] = []

  /// Begins a spool whose file is in a folder.
  // In the folder of the output, and not in /tmp, which is in memory on many machines.
  package init(
    in folder: borrowing Folder,
    maximumInMemory: Int = Spool.maximumBytesInMemory
  ) throws(SystemFailure) {
    self.folder = try folder.folder(".")
    self.maximumInMemory = maximumInMemory
  }

  package var count: Int { countInFile + recent.count }

  /// Adds bytes, and returns their range.
  package func append(_ bytes: [UInt8]) -> Range<Int> {
    let start = count
    recent += bytes
    if recent.count > maximumInMemory, !staysInMemory {
      spill()
    }
    return start..<start + bytes.count
  }

  /// Returns the bytes of a range, which may be partly in the file and partly in memory.
  package func bytes(_ range: Range<Int>) throws(SystemFailure) -> [UInt8] {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    var bytes: [UInt8] = []

    // The file has the older bytes.
    let split = max(range.lowerBound, min(range.upperBound, countInFile))
    if range.lowerBound < split {
      let length = split - range.lowerBound
      bytes = try file?.read(length, from: range.lowerBound, folder.path) ?? []
      guard bytes.count == length else {
        throw SystemFailure(.read, errno: EIO, at: folder.path)
      }
    }
    if split < range.upperBound {
      bytes += recent[split - countInFile..<range.upperBound - countInFile]
    }
    return bytes
  }

  /// Moves the bytes in memory to the file, which is created when it is first needed.
  private func spill() {
    do throws(SystemFailure) {
      if file == nil {
        file = try folder.unnamedFile()
      }
      try file?.write(recent, folder.path)
    } catch {
      // A run that takes memory is better than none.
      staysInMemory = true
      return
    }
    countInFile += recent.count
    recent.removeAll(keepingCapacity: true)
  }
}
