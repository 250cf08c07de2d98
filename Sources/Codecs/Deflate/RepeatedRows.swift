import Glibc

/// Finds rows that equal an earlier one, but not the one before.
@safe
struct RepeatedRows: ~Copyable {
  private static let slotBits: UInt64 = 8

  private let stride: Int
  private var count = 0
  /// For each row the distance to an equal row before it, 0 where there is none.
  private let distances: UnsafeMutablePointer<UInt16>
  /// The rows that had a hash last, counted from 1.
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

  /// Notes a row; so many bytes before it are still there.
  mutating func add(_ row: UnsafeRawBufferPointer, known: Int) {
    let slot = unsafe slot(of: row)
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

  /// Notes a row that is known to equal one at a distance.
  mutating func add(distance: Int) {
    if distance < DeflateSymbols.farthest {
      unsafe distances[count] = UInt16(truncatingIfNeeded: distance)
    }
    count += 1
  }

  /// Notes a row that equals the one before.
  mutating func addRepeated() {
    count += 1
  }

  @inline(__always)
  func distance(ofRow row: Int) -> Int {
    precondition(row < count)
    return unsafe Int(distances[row])
  }

  private func slot(of row: UnsafeRawBufferPointer) -> Int {
    var hash: UInt64 = 0
    var position = 0
    // Four words at once, which do not wait for each other.
    var lanes = SIMD4<UInt64>(1, 2, 3, 4)
    while position &+ 32 <= row.count {
      lanes ^= unsafe row.loadUnaligned(fromByteOffset: position, as: SIMD4<UInt64>.self)
      for lane in 0..<4 { lanes[lane] = lanes[lane] &* 0x9E37_79B9_7F4A_7C15 }
      lanes ^= lanes &>> 29
      position &+= 32
    }
    for lane in 0..<4 { hash = (hash ^ lanes[lane]) &* 0x9E37_79B9_7F4A_7C15 }
    while position &+ 8 <= row.count {
      let word = unsafe row.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash &>> 29
      position &+= 8
    }
    while position < row.count {
      hash = (hash ^ UInt64(unsafe row[position])) &* 0x9E37_79B9_7F4A_7C15
      position &+= 1
    }
    return Int(hash >> (64 - Self.slotBits))
  }
}
