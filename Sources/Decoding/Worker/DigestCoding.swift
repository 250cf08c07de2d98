public import Bytes

extension ContentDigest: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(low)
    writer.append(high)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    let low: UInt64 = try reader.integer()
    self.init(high: try reader.integer(), low: low)
  }
}

extension ContentDigestBuilder: ByteCoded {
  /// The digests of a terabyte: more than a worker's answer has room for.
  private static let longestEncoding = 32 << 20

  package func append(to writer: inout ByteWriter) {
    writer.append(counted: encoded)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    let bytes = try reader.countedBytes(atMost: Self.longestEncoding)
    guard let digests = ContentDigestBuilder(encoded: Array(bytes)) else { throw MalformedBytes() }
    self = digests
  }
}
