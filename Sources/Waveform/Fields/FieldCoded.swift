package import WavethumbBytes

/// A value that is written and read by one list of its fields.
// With one function to write and another to read, each type had its fields twice, in an order that
// nothing compared: one list cannot disagree with itself. It also states the range of each number,
// because a worker that decoded hostile bytes, or a cache that somebody changed, may send anything.
package protocol FieldCoded: ByteCoded {
  init()
  mutating func code(with coder: inout FieldCoder)
}

extension FieldCoded {
  package func append(to writer: inout ByteWriter) {
    var value = self
    var coder = FieldCoder()
    // Swapped, not assigned: a second reference would copy all bytes at the first field.
    swap(&coder.writer, &writer)
    value.code(with: &coder)
    swap(&coder.writer, &writer)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    self.init()
    var coder = FieldCoder()
    coder.reader = reader
    code(with: &coder)
    guard let rest = coder.reader, !coder.isMalformed else { throw MalformedBytes() }
    reader = rest
  }
}
