/// A value that is written as bytes, and read from possibly hostile bytes, by one list of its fields.
// With one function to write and another to read, each type had its fields twice, in an order that
// nothing compared: one list cannot disagree with itself. It also states the range of each number,
// because a worker that decoded hostile bytes, or a cache that somebody changed, may send anything.
package protocol ByteCoded {
  /// Creates a value of the fields that the coder returns: it writes those of `value`, or reads them
  /// if there is none.
  init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes)
}

extension ByteCoded {
  /// Encodes the value for a socket or the cache.
  package func encoded() -> [UInt8] {
    var coder = ByteCoder()
    do throws(MalformedBytes) {
      _ = try Self(coding: self, with: &coder)
    } catch {
      preconditionFailure("a value is made of fields that it refuses")
    }
    return coder.bytes
  }

  /// Decodes the output of `encoded`, or returns nil for other bytes.
  package init?(encoded bytes: ArraySlice<UInt8>) {
    var coder = ByteCoder(reading: bytes)
    // Nil and no error: what is damaged is measured again, for whatever reason.
    do throws(MalformedBytes) {
      try self.init(coding: nil, with: &coder)
      try coder.finish()
    } catch {
      return nil
    }
  }

  package init?(encoded bytes: [UInt8]) {
    self.init(encoded: bytes[...])
  }
}

extension ByteCoded where Self: FixedWidthInteger & BitwiseCopyable {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    self = try coder.integer(value)
  }
}

extension Int32: ByteCoded {}
extension Int64: ByteCoded {}
extension UInt32: ByteCoded {}
extension UInt64: ByteCoded {}

/// Encodes counts, which are never negative.
// In eight bytes on every machine, as all integers: a cache may be shared by several.
extension Int: ByteCoded {
  package init(coding value: Int?, with coder: inout ByteCoder) throws(MalformedBytes) {
    self = try coder.count(value, in: 0...Int.max)
  }
}

extension Bool: ByteCoded {
  package init(coding value: Bool?, with coder: inout ByteCoder) throws(MalformedBytes) {
    self = try coder.bool(value)
  }
}

// NaN and infinity would spread through every sum and comparison, so they end here.
extension Double: ByteCoded {
  package init(
    coding value: Double?,
    with coder: inout ByteCoder
  ) throws(MalformedBytes) {
    self = Double(bitPattern: try coder.integer(value?.bitPattern))
    try coder.require(isFinite)
  }
}

extension Float: ByteCoded {
  package init(
    coding value: Float?,
    with coder: inout ByteCoder
  ) throws(MalformedBytes) {
    self = Float(bitPattern: try coder.integer(value?.bitPattern))
    try coder.require(isFinite)
  }
}

extension String: ByteCoded {
  package init(coding value: String?, with coder: inout ByteCoder) throws(MalformedBytes) {
    self = try coder.text(value)
  }
}

extension Array: ByteCoded where Element: ByteCoded {
  package init(coding value: [Element]?, with coder: inout ByteCoder) throws(MalformedBytes) {
    // An element has one byte at least, so a hostile count asks for no more than the bytes that came.
    self = try coder.fields(value, in: 0...coder.left)
  }
}
