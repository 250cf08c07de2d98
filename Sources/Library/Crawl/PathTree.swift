import System

/// A tree of folders, each stored as a name and a parent, so that memory depends only on the names.
struct PathTree: Sendable {
  private var names: [UInt8] = []
  private var places: [(parent: Int32, start: Int, length: Int32)] = []

  var count: Int { places.count }

  /// Adds a folder below an existing one; the first is the top, whose name is not part of any path.
  mutating func add(_ name: some Collection<UInt8>, under parent: Int) -> Int {
    places.append((Int32(truncatingIfNeeded: parent), names.count, Int32(name.count)))
    names.append(contentsOf: name)
    return places.count - 1
  }

  func parent(_ place: Int) -> Int { Int(places[place].parent) }

  func name(_ place: Int) -> ArraySlice<UInt8> {
    let (_, start, length) = places[place]
    return names[start..<(start + Int(length))]
  }

  /// Returns the path from the top down to the given name.
  func path(_ place: Int, appending last: ArraySlice<UInt8> = []) -> RawPath {
    var (chain, length, step) = ([Int](), last.count, place)
    while step > 0 {
      chain.append(step)
      length += Int(places[step].length) + 1
      step = Int(places[step].parent)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(length)
    for step in chain.reversed() {
      if !bytes.isEmpty { bytes.append(RawPath.separator) }
      bytes.append(contentsOf: name(step))
    }
    if !bytes.isEmpty && !last.isEmpty { bytes.append(RawPath.separator) }
    bytes.append(contentsOf: last)
    return RawPath(bytes: bytes)
  }
}
