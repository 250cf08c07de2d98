import Glibc

/// Finds rows that equal an earlier row other than the previous one.
struct RepeatedRows {
  private static let slotBits: UInt64 = 8

  private let stride: Int
  /// For each row the distance to an equal earlier row, or 0.
  private var distances: [UInt16] = []
  /// The last rows with each hash, counted from 1.
  private var rows = [Int](repeating: 0, count: 1 << Self.slotBits)

  init(stride: Int, rowCount: Int) {
    self.stride = stride
    distances.reserveCapacity(rowCount)
  }

  /// Registers a row with a hash; `known` bytes before it still exist.
  mutating func add(_ row: UnsafeRawBufferPointer, hash: UInt64, known: Int) {
    let slot = Int(hash >> (64 - Self.slotBits))
    let number = distances.count + 1
    let distance = (number - rows[slot]) * stride
    var isRepeated = false
    if let start = row.baseAddress, rows[slot] > 0, distance <= known {
      isRepeated = unsafe memcmp(start, start - distance, row.count) == 0
    }
    add(distance: isRepeated ? distance : 0)
    rows[slot] = number
  }

  /// Registers a row that equals one at a distance, if matches reach that far; 0 if it equals none
  /// or the previous one.
  mutating func add(distance: Int) {
    distances.append(distance < DeflateSymbols.farthest ? UInt16(distance) : 0)
  }

  @inline(__always)
  func distance(ofRow row: Int) -> Int { Int(distances[row]) }
}
