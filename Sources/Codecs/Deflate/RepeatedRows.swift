import Glibc

/// Finds rows that equal an earlier row other than the previous one.
@safe
struct RepeatedRows: ~Copyable {
  private static let slotBits: UInt64 = 8

  private let stride: Int
  private var count = 0
  /// For each row the distance to an equal earlier row, or 0.
  private let distances: UnsafeMutablePointer<UInt16>
  /// The last rows with each hash, counted from 1.
  private let rows: UnsafeMutablePointer<UInt32>

  init(stride: Int, rowCount: Int) {
    self.stride = stride
    unsafe distances = .allocate(capacity: rowCount)
    unsafe distances.initialize(repeating: 0, count: rowCount)
    unsafe rows = .allocate(capacity: 1 << Int(Self.slotBits))
    unsafe rows.initialize(repeating: 0, count: 1 << Int(Self.slotBits))
  }

  deinit {
    unsafe distances.deallocate()
    unsafe rows.deallocate()
  }

  /// Registers a row with a hash; `known` bytes before it still exist.
  mutating func add(_ row: UnsafeRawBufferPointer, hash: UInt64, known: Int) {
    let slot = Int(hash >> (64 - Self.slotBits))
    let distance = unsafe (count + 1 - Int(rows[slot])) * stride
    if let start = row.baseAddress, unsafe rows[slot] > 0,
      distance <= min(known, DeflateSymbols.farthest - 1),
      unsafe memcmp(start, start - distance, row.count) == 0
    {
      unsafe distances[count] = UInt16(truncatingIfNeeded: distance)
    }
    count += 1
    unsafe rows[slot] = UInt32(truncatingIfNeeded: count)
  }

  mutating func add(distance: Int) {
    if distance < DeflateSymbols.farthest {
      unsafe distances[count] = UInt16(truncatingIfNeeded: distance)
    }
    count += 1
  }

  mutating func addRepeated() { count += 1 }

  @inline(__always)
  func distance(ofRow row: Int) -> Int {
    precondition(row < count)
    return unsafe Int(distances[row])
  }
}
