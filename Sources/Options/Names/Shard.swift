import WavethumbBytes

/// One part of a library that several scans share, counted from 1.
package struct Shard: Sendable, Hashable {
  // A guess, far more than there are machines; a bound at all, because each part is counted in memory.
  package static let maximumCount = 100_000

  package let number: Int
  package let count: Int

  /// Creates a part; nil if the number is not within 1…count.
  package init?(_ number: Int, of count: Int) {
    // The count first: no range has an end below its beginning.
    guard (1...Self.maximumCount).contains(count) else { return nil }
    guard (1...count).contains(number) else { return nil }
    self.number = number
    self.count = count
  }

  /// Parses the output of `label`.
  package init?(label: some StringProtocol) {
    let fields = label.split(separator: "-")
    guard fields.count == 3, let number = Int(fields[0]), let count = Int(fields[2]) else {
      return nil
    }
    guard let shard = Shard(number, of: count) else { return nil }
    // Only its own spelling: `03-of-16` and `+3-of-16` would be further names of the same part.
    guard shard.label == label else { return nil }
    self = shard
  }

  /// The part in file names: `3-of-16`.
  package var label: String { "\(number)-of-\(count)" }

  /// Returns whether a path belongs to this part, by a hash of its bytes: adding a file moves no
  /// other file.
  // Not Swift's `Hasher`, which has another seed in each process: the parts run in different ones.
  package func owns(_ path: [UInt8]) -> Bool {
    Int(StableHash.of(path) % UInt64(count)) == number - 1
  }
}

/// The bytes assigned to each part, as a heap with the smallest on top.
package struct PartLoads {
  private var heap: [(load: Int64, number: Int)]

  package init(parts count: Int) {
    // Already a heap: the loads are equal, and the numbers ascend.
    heap = (1...count).map { number in (load: 0, number: number) }
  }

  /// Assigns a file of this size to the part with the fewest bytes, and returns the part.
  // A heap, because each of up to a million files asks for the smallest of up to 100,000 loads. Equal
  // loads are in the order of their numbers, so that all parts come to the same answer.
  package mutating func assign(_ size: Int64) -> Int {
    let number = heap[0].number
    // Even an empty file has a cost.
    heap[0].load = heap[0].load.addingClamped(max(size, 1))
    siftDown()
    return number
  }

  /// Moves the load on top down until no smaller one is below it.
  private mutating func siftDown() {
    var index = 0
    while true {
      let children = [2 * index + 1, 2 * index + 2].filter { child in child < heap.count }
      let lightest = children.min { one, other in heap[one] < heap[other] }
      guard let lightest, heap[lightest] < heap[index] else { return }
      heap.swapAt(lightest, index)
      index = lightest
    }
  }
}
