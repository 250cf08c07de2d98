import WavethumbBytes
import WavethumbSystem

/// The entries of a part that have no record: names that the crawl could not enter.
// In a spool, as anybody may have written the part, and millions of such entries.
struct UnrecordedEntries {
  // Before each path: its length, and the start and the length of the entry in the manifest.
  private static let headLength = 3 * 8

  private let spool: Spool
  private var range: Range<Int>

  /// Begins behind what a spool has already, with the entries of one part.
  init(in spool: Spool) {
    self.spool = spool
    range = spool.count..<spool.count
  }

  /// Adds an entry; nothing else may be added to the spool between the entries of a part.
  mutating func append(_ path: RawPath, at entry: Range<Int>) {
    spool.append { bytes in
      for number in [path.bytes.count, entry.lowerBound, entry.count] {
        bytes.append(number: UInt64(number))
      }
      bytes += path.bytes
    }
    range = range.lowerBound..<spool.count
  }

  /// Begins before the first entry.
  func walk() -> Walk { Walk(window: ByteWindow(of: range, spool.bytes)) }

  /// Walks over the entries in the order in which they were added.
  struct Walk {
    private(set) var path: RawPath = ""
    /// Where the entry is in the manifest of the part.
    private(set) var entry = 0..<0
    fileprivate var window: ByteWindow

    fileprivate init(window: ByteWindow) { self.window = window }

    /// Advances by one entry; returns whether there was one.
    mutating func advance() throws(SystemFailure) -> Bool {
      guard try window.fill(UnrecordedEntries.headLength) else { return false }
      let pathLength = number(0)
      let start = number(1)
      entry = start..<start + number(2)
      window.pass(UnrecordedEntries.headLength)
      guard try window.fill(pathLength) else { return false }
      let pathEnd = window.position + pathLength
      path = RawPath(bytes: Array(window.buffer[window.position..<pathEnd]))
      window.pass(pathLength)
      return true
    }

    private func number(_ index: Int) -> Int {
      Int(window.buffer.number(at: window.position + index * 8, as: UInt64.self))
    }
  }
}
