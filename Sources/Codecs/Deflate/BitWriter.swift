/// Writes the bits of a deflate stream, the lowest of a byte first.
@safe
struct BitWriter: ~Copyable {
  private var start: UnsafeMutableRawPointer
  private var capacity: Int
  private var count = 0
  private var pending: UInt64 = 0
  private var pendingBits = 0

  init() {
    capacity = 1 << 12
    unsafe start = .allocate(byteCount: capacity, alignment: 8)
  }

  deinit { unsafe start.deallocate() }

  /// Reserves room for the given number of bits, which must happen before appending.
  mutating func reserve(bitCount: Int) {
    // Whole words are stored, so the last one may extend beyond the bits.
    let needed = count + bitCount / 8 + 16
    guard needed > capacity else { return }
    capacity = max(needed, capacity + capacity / 2)
    let grown = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
    unsafe grown.copyMemory(from: start, byteCount: count)
    unsafe start.deallocate()
    unsafe start = unsafe grown
  }

  /// Appends at most 56 bits; those beyond `bitCount` must be 0.
  @inline(__always)
  mutating func append(_ bits: UInt64, count bitCount: Int) {
    append(wordCount: 1) { _ in (bits, bitCount) }
  }

  /// Appends words of at most 56 bits; the bits beyond the count of each must be 0.
  @inline(__always)
  mutating func append(wordCount: Int, _ word: (_ index: Int) -> (bits: UInt64, count: Int)) {
    // In registers: the compiler assumes that each store may change the properties.
    let (start, last) = unsafe (start, capacity - 8)
    var (end, pending, pendingBits) = (count, pending, pendingBits)
    for index in 0..<wordCount {
      let (bits, bitCount) = word(index)
      pending |= bits &<< UInt64(truncatingIfNeeded: pendingBits)
      pendingBits &+= bitCount
      // Whole bytes are stored each time: a branch would be mispredicted every other time.
      precondition(end <= last)
      unsafe start.storeBytes(of: pending.littleEndian, toByteOffset: end, as: UInt64.self)
      end &+= pendingBits &>> 3
      pending &>>= UInt64(truncatingIfNeeded: pendingBits & ~7)
      pendingBits &= 7
    }
    (count, self.pending, self.pendingBits) = (end, pending, pendingBits)
  }

  mutating func endByte() { append(0, count: -pendingBits & 7) }

  /// Returns all bytes, the last one filled with zeros.
  mutating func finish() -> [UInt8] {
    reserve(bitCount: 0)
    unsafe start.storeBytes(of: pending.littleEndian, toByteOffset: count, as: UInt64.self)
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count + (pendingBits + 7) / 8)
    return unsafe Array(bytes)
  }
}
