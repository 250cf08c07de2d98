import Bytes

/// What came of a probe: the errno it was refused with, 0 where it could.
struct ProbeResult: ByteCoded, Equatable {
  /// The number of the probe that starts a process.
  static let fork: CInt = 7

  var error: CInt

  init(error: CInt) {
    self.error = error
  }

  init(from reader: inout ByteReader) throws(MalformedBytes) {
    error = try reader.integer()
  }

  func append(to writer: inout ByteWriter) {
    writer.append(error)
  }
}
