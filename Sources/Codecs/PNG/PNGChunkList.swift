import WavethumbBytes

/// Chunks without checksums, which libpng adds.
struct PNGChunkList {
  /// For each chunk its length, its name and its content.
  private(set) var bytes: [UInt8] = []

  mutating func append(_ name: StaticString, _ content: some Collection<UInt8>) {
    bytes += Self.bytes(of: content.count)
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: 4))
    bytes += content
  }

  static func bytes(of number: Int) -> [UInt8] { UInt32(truncatingIfNeeded: number).bigEndianBytes }
}
