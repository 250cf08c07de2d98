/// A value that can be written as bytes, and read from possibly hostile bytes.
package protocol ByteCoded {
  func append(to writer: inout ByteWriter)
  init(from reader: inout ByteReader) throws(MalformedBytes)
}

extension ByteCoded {
  /// Encodes the value for a socket or the cache.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    append(to: &writer)
    return writer.bytes
  }

  /// Decodes the output of `encoded`, or returns nil for other bytes.
  package init?(encoded bytes: ArraySlice<UInt8>) {
    var reader = ByteReader(bytes)
    // Nil and no error: what is damaged is measured again, for whatever reason.
    do {
      try self.init(from: &reader)
      try reader.finish()
    } catch {
      return nil
    }
  }

  package init?(encoded bytes: [UInt8]) {
    self.init(encoded: bytes[...])
  }
}

// Packs instead of a protocol for tuples: a call names the fields of a value in their order.
extension ByteWriter {
  package mutating func append<each Value: ByteCoded>(all values: repeat each Value) {
    repeat (each values).append(to: &self)
  }

  /// Appends the number of a case, and the values that belong to the case.
  package mutating func append<Kind: RawRepresentable<UInt8>, each Value: ByteCoded>(
    case kind: Kind,
    _ values: repeat each Value
  ) {
    append(kind.rawValue)
    repeat (each values).append(to: &self)
  }
}

extension ByteCoded where Self: FixedWidthInteger & BitwiseCopyable {
  package func append(to writer: inout ByteWriter) { writer.append(self) }

  package init(from reader: inout ByteReader) throws(MalformedBytes) { self = try reader.integer() }
}

extension Int32: ByteCoded {}
extension Int64: ByteCoded {}
extension UInt32: ByteCoded {}
extension UInt64: ByteCoded {}

/// Encodes counts, which are never negative.
// In eight bytes on every machine, as all integers: a cache may be shared by several.
extension Int: ByteCoded {
  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    self = try reader.count(in: 0...Int.max)
  }
}

extension Bool: ByteCoded {
  package func append(to writer: inout ByteWriter) { writer.append(self) }

  package init(from reader: inout ByteReader) throws(MalformedBytes) { self = try reader.bool() }
}

extension Double: ByteCoded {
  package func append(to writer: inout ByteWriter) { writer.append(self) }

  package init(from reader: inout ByteReader) throws(MalformedBytes) { self = try reader.double() }
}

extension Float: ByteCoded {
  package func append(to writer: inout ByteWriter) { writer.append(self) }

  package init(from reader: inout ByteReader) throws(MalformedBytes) { self = try reader.float() }
}

extension String: ByteCoded {
  package func append(to writer: inout ByteWriter) { writer.append(self) }

  package init(from reader: inout ByteReader) throws(MalformedBytes) { self = try reader.text() }
}

extension Array: ByteCoded where Element: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(all: count)
    for element in self {
      element.append(to: &writer)
    }
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    self = []
    // An element has one byte at least, so a hostile count asks for no more than the bytes that came.
    for _ in 0..<(try reader.count(in: 0...reader.left)) {
      append(try reader.read())
    }
  }
}

// A byte for whether there is a value, and its bytes if there is one.
extension Optional: ByteCoded where Wrapped: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(self != nil)
    if let self {
      self.append(to: &writer)
    }
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    if try reader.bool() {
      self = try reader.read(Wrapped.self)
    } else {
      self = nil
    }
  }
}
