/// The highest sum of `width` consecutive values, also across the borders of parts.
struct SlidingMaximum: FieldCoded, Sendable, Equatable {
  // 40 ticks of 10 ms: the 400 ms of momentary loudness.
  static let width = 40

  private(set) var highest = 0.0
  /// The first and the last `width` - 1 values.
  private var head: [Float] = []
  private var tail: [Float] = []
  private var count = 0

  mutating func add(_ value: Float) {
    count += 1
    if head.count < Self.width - 1 {
      head.append(value)
    }
    tail.append(value)
    guard tail.count == Self.width else { return }
    // Each sum anew, so that it has the same bits wherever a recording was divided.
    let sum = tail.reduce(0) { sum, value in sum + Double(value) }
    highest = max(highest, sum)
    tail.removeFirst()
  }

  /// Appends the values that follow.
  mutating func append(_ other: SlidingMaximum) {
    // Sums over the border need only the head of the other; its own maximum has the rest.
    for value in other.head {
      add(value)
    }
    guard other.count > other.head.count else { return }
    count += other.count - other.head.count
    highest = max(highest, other.highest)
    tail = other.tail
  }

  mutating func code(with coder: inout FieldCoder) {
    coder.field(&highest)
    coder.count(&count)
    coder.fields(&head, in: 0...Self.width - 1)
    coder.fields(&tail, in: 0...Self.width - 1)
  }
}
