extension [UInt8] {
  /// The number whose lowest byte stands at `offset`; asking beyond the end is a mistake of the
  /// caller.
  package func number<Number: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, as type: Number.Type = Number.self
  ) -> Number {
    precondition(offset >= 0 && offset <= count - MemoryLayout<Number>.size)
    let loaded = unsafe withUnsafeBytes { bytes in
      unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Number.self)
    }
    return Number(littleEndian: loaded)
  }

  /// Appends a number, its lowest byte first.
  package mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(number: Number) {
    unsafe Swift.withUnsafeBytes(of: number.littleEndian) { bytes in
      unsafe append(contentsOf: bytes)
    }
  }
}
