import Bytes

/// The highest sum of `width` consecutive values, also across the borders of parts.
struct SlidingMaximum: Sendable, Equatable {
  private let width: Int
  private(set) var highest = 0.0
  /// The first and the last `width` - 1 values.
  private var head: [Float] = []
  private var tail: [Float] = []
  private var count = 0

  init(width: Int) { self.width = width }

  mutating func add(_ value: Float) {
    count += 1
    if head.count < width - 1 { head.append(value) }
    tail.append(value)
    guard tail.count == width else { return }
    highest = max(highest, tail.reduce(0) { $0 + Double($1) })
    tail.removeFirst()
  }

  /// Appends the values that follow.
  mutating func append(_ other: SlidingMaximum) {
    for value in other.head { add(value) }
    guard other.count > other.head.count else { return }
    count += other.count - other.head.count
    highest = max(highest, other.highest)
    tail = other.tail
  }

  func append(to writer: inout ByteWriter) {
    writer.append(highest)
    writer.append(Int64(count))
    for values in [head, tail] {
      writer.append(UInt16(values.count))
      for value in values { writer.append(value) }
    }
  }

  init(from reader: inout ByteReader, width: Int) throws(MalformedBytes) {
    self.width = width
    highest = try reader.double()
    count = try reader.count(in: 0...Int.max / 4)
    head = try Self.values(from: &reader, atMost: width - 1)
    tail = try Self.values(from: &reader, atMost: width - 1)
  }

  private static func values(
    from reader: inout ByteReader, atMost most: Int
  ) throws(MalformedBytes) -> [Float] {
    let count = Int(try reader.integer(UInt16.self))
    guard count <= most else { throw MalformedBytes() }
    var values: [Float] = []
    for _ in 0..<count { values.append(try reader.float()) }
    return values
  }
}
