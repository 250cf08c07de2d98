/// Puts a PNG together from chunks that libpng did not write.
struct PNGChunkWriter {
  private(set) var bytes: [UInt8]

  /// A file that begins with these bytes.
  init(bytes: [UInt8] = PNGChunks.signature) {
    self.bytes = bytes
  }

  mutating func append(_ name: String, _ content: some Collection<UInt8>) {
    append(number: content.count)
    let start = bytes.count
    bytes += name.utf8
    bytes += content
    append(number: Int(Self.checksum(bytes[start...])))
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
    bytes += Self.bytes(of: number)
  }

  /// The CRC-32 of PNG, zlib and gzip.
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { checksum, byte in
      checksum >> 8 ^ checksums[Int((checksum ^ UInt32(byte)) & 255)]
    }
  }

  private static let checksums: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }
}
