import Bytes

extension ContentDigest: WireValue {
  package func append(to writer: inout WireWriter) {
    writer.append(low)
    writer.append(high)
  }

  package init(from reader: inout WireReader) throws(WireFailure) {
    let low: UInt64 = try reader.integer()
    self.init(high: try reader.integer(), low: low)
  }
}

extension ContentDigestBuilder: WireValue {
  /// The digests of a terabyte: more than a worker's answer has room for.
  private static let longestEncoding = 32 << 20

  package func append(to writer: inout WireWriter) {
    writer.append(counted: encoded)
  }

  package init(from reader: inout WireReader) throws(WireFailure) {
    let bytes = try reader.countedBytes(atMost: Self.longestEncoding)
    guard let digests = ContentDigestBuilder(encoded: Array(bytes)) else { throw WireFailure() }
    self = digests
  }
}
