package import Bytes

/// A value that is written and read by one list of its fields.
package protocol FieldCoded: ByteCoded {
  init()
  mutating func code(with coder: inout FieldCoder)
}

extension FieldCoded {
  package func append(to writer: inout ByteWriter) {
    var value = self
    var coder = FieldCoder()
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
