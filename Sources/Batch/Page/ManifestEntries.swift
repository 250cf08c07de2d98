import System

/// The recordings of a manifest that wavethumb has written, one after the other, however long it
/// is.
struct ManifestEntries: ~Copyable {
  private static let blockLength = 1 << 20
  // Where each entry is a line.
  private static let line = Array("{\"path\": ".utf8)
  // An entry begins and ends with a line of its own at the depth where the manifest lists them.
  private static let opening = Array("    {".utf8)
  private static let closing = Array("    }".utf8)

  private let file: Descriptor
  private let place: RawPath
  private var offset = 0
  private var block: [UInt8] = []
  private var position = 0

  init(_ place: RawPath) throws(SystemFailure) {
    file = try Folder(at: place.isAbsolute ? "/" : ".").open(place)
    self.place = place
  }

  /// The text of the next recording, nil behind the last.
  mutating func next() throws(SystemFailure) -> [UInt8]? {
    var entry: [UInt8] = []
    while let line = try nextLine() {
      if entry.isEmpty {
        if line.starts(with: Self.line) { return Array(line) }
        if line.elementsEqual(Self.opening) { entry = Array(line) }
        continue
      }
      entry.append(UInt8(ascii: "\n"))
      if line.starts(with: Self.closing) {
        return entry + Self.closing
      }
      entry += line
    }
    return nil
  }

  private mutating func nextLine() throws(SystemFailure) -> ArraySlice<UInt8>? {
    while true {
      if let end = block[position...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        return block[position..<end]
      }
      block.removeFirst(position)
      position = 0
      let more = try file.read(Self.blockLength, from: offset, place)
      if more.isEmpty { return nil }
      offset += more.count
      block += more
    }
  }
}
