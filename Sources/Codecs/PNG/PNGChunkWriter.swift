/// Puts a PNG together from its chunks.
struct PNGChunkWriter {
  private(set) var bytes: [UInt8]

  /// A file that begins with these bytes.
  init(bytes: [UInt8] = PNGChunks.signature) {
    self.bytes = bytes
  }

  mutating func reserve(_ byteCount: Int) {
    bytes.reserveCapacity(byteCount)
  }

  mutating func append(_ name: StaticString, _ content: some Collection<UInt8>) {
    append(number: content.count)
    let start = bytes.count
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: 4))
    bytes.append(contentsOf: content)
    var checksum = CRC32()
    unsafe bytes.withUnsafeBytes { unsafe checksum.add(.init(rebasing: $0[start...])) }
    append(number: Int(checksum.value))
  }

  /// Takes chunks over as they stand.
  mutating func append(raw chunks: some Collection<UInt8>) {
    bytes += chunks
  }

  /// The four bytes of a number, the highest first.
  static func bytes(of number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - $0 * 8)) }
  }

  private mutating func append(number: Int) {
    for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }
}
