/// What came of a probe: the errno it was refused with, 0 where it could.
struct ProbeResult: WireValue, Equatable {
  /// The number of the probe that starts a process.
  static let fork: CInt = 7

  var error: CInt

  init(error: CInt) {
    self.error = error
  }

  init(from reader: inout WireReader) throws(WireFailure) {
    error = try reader.integer()
  }

  func append(to writer: inout WireWriter) {
    writer.append(error)
  }
}
