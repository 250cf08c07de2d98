// The only unchecked reads of this folder: words at any byte, of whatever alignment. Every type
// loaded here may hold any bits, and each offset is checked against the span by the load itself.

extension RawSpan {
  @inline(__always)
  package func byte(_ at: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: at, as: UInt8.self)
  }

  @inline(__always)
  func word32(_ at: Int) -> UInt32 {
    unsafe UInt32(littleEndian: unsafeLoadUnaligned(fromByteOffset: at, as: UInt32.self))
  }

  @inline(__always)
  package func word(_ at: Int) -> UInt64 {
    unsafe UInt64(littleEndian: unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self))
  }

  @inline(__always)
  func pair(_ at: Int) -> SIMD2<UInt64> {
    unsafe unsafeLoadUnaligned(fromByteOffset: at, as: SIMD2<UInt64>.self)
  }
}
