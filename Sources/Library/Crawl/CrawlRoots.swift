package import WavethumbSystem

/// The recordings and folders that a crawl is limited to; none of them lies below another.
package struct CrawlRoots: Sendable {
  // In the order in which a separator comes before all other bytes: what lies below a folder then
  // follows it, and one binary search finds the only root that can be above a path.
  private let paths: [RawPath]

  /// Creates roots from paths relative to the library, in any order and with duplicates.
  package init(_ listed: [RawPath]) {
    var paths: [RawPath] = []
    for path in listed.sorted(by: { one, other in Self.precedes(one.bytes, other.bytes) }) {
      if let last = paths.last, Self.isAbove(last, path.bytes) { continue }
      paths.append(path)
    }
    self.paths = paths
  }

  package var count: Int { paths.count }

  package subscript(index: Int) -> RawPath { paths[index] }

  /// Returns whether a path is a root or lies below one.
  package func cover(_ path: [UInt8]) -> Bool {
    let end = firstIndex { root in Self.precedes(path, root) }
    return end > 0 && Self.isAbove(paths[end - 1], path)
  }

  /// Returns the index of a root of exactly this path.
  package func index(of path: [UInt8]) -> Int? {
    let index = firstIndex { root in !Self.precedes(root, path) }
    guard index < paths.count, paths[index].bytes == path else { return nil }
    return index
  }

  /// Returns the names in a folder that lead to roots, each once; `folder` ends with a separator, or
  /// is empty for the library.
  func names(in folder: [UInt8]) -> [ArraySlice<UInt8>] {
    var names: [ArraySlice<UInt8>] = []
    let first = firstIndex { root in !Self.precedes(root, folder) }
    for path in paths[first...] {
      guard path.bytes.starts(with: folder) else { break }
      let name = path.bytes[folder.count...].prefix { byte in byte != RawPath.separator }
      // Roots below one subfolder follow each other.
      if names.last?.elementsEqual(name) ?? false { continue }
      names.append(name)
    }
    return names
  }

  /// Returns the index of the first root for which a predicate holds that stays true from there on.
  private func firstIndex(where holds: ([UInt8]) -> Bool) -> Int {
    var low = 0
    var high = paths.count
    while low < high {
      let middle = (low + high) / 2
      if holds(paths[middle].bytes) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }

  private static func isAbove(_ root: RawPath, _ path: [UInt8]) -> Bool {
    guard path.starts(with: root.bytes) else { return false }
    return path.count == root.bytes.count || path[root.bytes.count] == RawPath.separator
  }

  private static func precedes(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.lexicographicallyPrecedes(other) { byte, otherByte in rank(byte) < rank(otherByte) }
  }

  private static func rank(_ byte: UInt8) -> UInt8 { byte == RawPath.separator ? 0 : byte }
}
