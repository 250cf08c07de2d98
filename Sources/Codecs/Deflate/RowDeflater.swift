import Glibc

/// Compresses rows of equal length into a zlib stream.
@safe
struct RowDeflater: ~Copyable {
  /// The filter of a row, as PNG numbers it.
  enum Filter: UInt8 {
    case none = 0
    /// The difference from the row above.
    case up = 2
  }

  private let filter: Filter
  private let rowBytes: Int
  /// Filtered rows from offset `base` of the stream on.
  private let buffer: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private var base = 0
  private var filled = 0
  /// The number of bytes for which tokens exist.
  private var matched = 0
  private var matcher: RowMatcher
  private var tokens: DeflateTokens
  private var checksum = Adler32()
  private var stretches: [Adler32.Stretch] = []
  private var lastDiffers = true
  private var twins: RepeatedRows
  /// The unfiltered row above, if the filter needs it.
  private let above: UnsafeMutablePointer<UInt8>
  private var bits = BitWriter()

  init(rowBytes: Int, rowCount: Int, filter: Filter, effort: RowMatcher.Effort = .quick) {
    self.rowBytes = rowBytes
    self.filter = filter
    let all = (rowBytes + 1) * rowCount
    capacity = min(all, max(1 << 17, 2 * (rowBytes + 1) + 2 * DeflateSymbols.farthest))
    unsafe buffer = .allocate(capacity: capacity + RowMatcher.slack)
    unsafe (buffer + capacity).initialize(repeating: 0, count: RowMatcher.slack)
    unsafe above = .allocate(capacity: rowBytes)
    unsafe above.initialize(repeating: 0, count: rowBytes)
    twins = RepeatedRows(stride: rowBytes + 1, rowCount: rowCount)
    stretches.reserveCapacity(rowCount)
    matcher = RowMatcher(stride: rowBytes + 1, effort: effort)
    tokens = DeflateTokens(capacity: all)
    // A window of 32 KiB, no dictionary, and a checksum of these two bytes.
    bits.append(0x5E78, count: 16)
  }

  deinit {
    unsafe buffer.deallocate()
    unsafe above.deallocate()
  }

  /// Adds a row, which may be known to equal the one before.
  mutating func add(_ row: UnsafeRawPointer, differs: Bool) {
    let start = unsafe roomForRow()
    unsafe start.pointee = filter.rawValue
    switch filter {
    case .none: unsafe UnsafeMutableRawPointer(start + 1).copyMemory(from: row, byteCount: rowBytes)
    case .up:
      for x in 0..<rowBytes {
        let byte = unsafe row.load(fromByteOffset: x, as: UInt8.self)
        unsafe start[1 &+ x] = byte &- above[x]
        unsafe above[x] = byte
      }
    }
    if differs || (filter == .up && lastDiffers) {
      let bytes = unsafe UnsafeRawBufferPointer(start: start, count: rowBytes + 1)
      let stretch = unsafe Adler32.Stretch(bytes)
      stretches.append(stretch)
      unsafe twins.add(bytes, hash: stretch.hash, known: filled - base)
    } else {
      stretches.append(stretches[stretches.count - 1])
      twins.add(distance: 0)
    }
    endRow(differs: differs)
  }

  /// Adds a row that equals an earlier one; returns false, without adding, if that one is no longer
  /// available or was filtered against another row.
  mutating func addCopy(ofRow earlier: Int) -> Bool {
    let rowsBack = stretches.count - earlier
    guard filter == .none || rowsBack == 1 && !lastDiffers else { return false }
    let start = unsafe roomForRow()
    let distance = rowsBack * (rowBytes + 1)
    guard distance <= filled - base else { return false }
    unsafe start.update(from: start - distance, count: rowBytes + 1)
    stretches.append(stretches[earlier])
    twins.add(distance: rowsBack == 1 ? 0 : distance)
    endRow(differs: rowsBack > 1)
    return true
  }

  private mutating func roomForRow() -> UnsafeMutablePointer<UInt8> {
    if filled - base + rowBytes + 1 > capacity { makeRoom() }
    return unsafe buffer + (filled - base)
  }

  private mutating func endRow(differs: Bool) {
    lastDiffers = differs
    checksum.add(stretches[stretches.count - 1])
    filled += rowBytes + 1
  }

  mutating func finish() -> [UInt8] {
    makeTokens(to: filled)
    writeBlock(isLast: true)
    bits.endByte()
    bits.reserve(bitCount: 32)
    bits.append(UInt64(checksum.value.byteSwapped), count: 32)
    return bits.finish()
  }

  /// Keeps the bytes that a match may still refer to.
  private mutating func makeRoom() {
    makeTokens(to: filled - DeflateSymbols.longestMatch)
    let kept = max(base, matched - DeflateSymbols.farthest)
    unsafe UnsafeMutableRawPointer(buffer).copyMemory(
      from: buffer + (kept - base), byteCount: filled - kept)
    base = kept
  }

  private mutating func makeTokens(to limit: Int) {
    while matched < limit {
      if tokens.isFull { writeBlock(isLast: false) }
      matched = unsafe matcher.match(
        buffer, base: base, from: matched, to: limit, end: filled, twins: twins, into: &tokens)
    }
  }

  private mutating func writeBlock(isLast: Bool) {
    let block = DeflateBlock(tokens)
    bits.reserve(bitCount: block.bitCount)
    block.write(tokens, isLast: isLast, to: &bits)
    tokens.removeAll()
  }
}
