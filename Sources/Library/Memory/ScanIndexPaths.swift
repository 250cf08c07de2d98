package import System

/// Walks over the paths of the index, in the order of their bytes.
struct ScanIndexPaths: Sendable {
  private(set) var path: [UInt8] = []
  private(set) var index: Int

  private let bytes: [UInt8]
  private let count: Int
  private var next: Int

  init(startingAt block: Int, of scanIndex: ScanIndex) {
    index = block * ScanIndexLayout.pathsInBlock - 1
    bytes = scanIndex.bytes
    count = scanIndex.count
    next = scanIndex.start(ofBlock: block)
  }

  /// Advances by one path; returns whether there was one.
  mutating func advance() -> Bool {
    guard index + 1 < count,
      let shared = CompactNumber.take(bytes, &next), shared <= path.count,
      let more = CompactNumber.take(bytes, &next), more <= bytes.count - next
    else {
      index = count
      return false
    }
    path.removeLast(path.count - shared)
    path.append(contentsOf: bytes[next..<(next + more)])
    next += more
    index += 1
    return true
  }
}

/// Walks over the index in parallel with a crawl, which yields its files in the same order.
package struct ScanIndexWalk: Sendable {
  /// The numbers of files that the crawl has not found.
  package private(set) var missing: [Int] = []

  private var paths: ScanIndexPaths
  private var isAtPath: Bool

  package init(_ scanIndex: ScanIndex) {
    paths = ScanIndexPaths(startingAt: 0, of: scanIndex)
    isAtPath = paths.advance()
  }

  /// Returns the number of a file in the index; paths must be passed in the order of their bytes.
  package mutating func find(_ path: RawPath) -> Int? {
    while isAtPath {
      if paths.path == path.bytes {
        defer { isAtPath = paths.advance() }
        return paths.index
      }
      if path.bytes.lexicographicallyPrecedes(paths.path) { return nil }
      missing.append(paths.index)
      isAtPath = paths.advance()
    }
    return nil
  }

  /// Counts the remaining files of the index as missing.
  package mutating func finish() {
    while isAtPath {
      missing.append(paths.index)
      isAtPath = paths.advance()
    }
  }
}
