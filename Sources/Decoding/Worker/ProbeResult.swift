import Bytes

/// The result of a probe: the errno of the call that was refused, 0 where it succeeded.
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
