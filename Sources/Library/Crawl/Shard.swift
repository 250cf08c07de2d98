import Bytes

/// One part of a library, counted from 1, of as many as share the work.
package struct Shard: Sendable, Hashable {
  static let mostCount = 100_000

  package let number: Int
  package let count: Int

  /// A part, nil where the number is not within 1…count.
  package init?(_ number: Int, of count: Int) {
    guard (1...Self.mostCount).contains(count), (1...count).contains(number) else { return nil }
    self.number = number
    self.count = count
  }

  /// Reads what `label` gives.
  package init?(label: some StringProtocol) {
    let parts = label.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1] == "of", let number = Int(parts[0]),
      let count = Int(parts[2]), let shard = Shard(number, of: count), shard.label == label
    else { return nil }
    self = shard
  }

  /// The part as names of files have it: `3-of-16`.
  package var label: String { "\(number)-of-\(count)" }

  /// Whether a path is this part's, by a hash of its bytes: adding a file moves no other.
  package func owns(_ path: [UInt8]) -> Bool {
    Int(StableHash.of(path) % UInt64(count)) == number - 1
  }
}

/// How much each part has been dealt, as a heap whose least is on top: the first of equals.
package struct PartLoads {
  private var heap: [(load: Int64, number: Int)]

  package init(_ count: Int) {
    heap = (1...count).map { (0, $0) }
  }

  /// Gives a file of this size to the part with the least bytes, and returns the part.
  package mutating func take(_ size: Int64) -> Int {
    let number = heap[0].number
    // An empty file costs something too.
    heap[0].load += max(size, 1)
    var place = 0
    while true {
      let children = [2 * place + 1, 2 * place + 2].filter { $0 < heap.count }
      guard let least = children.min(by: { heap[$0] < heap[$1] }), heap[least] < heap[place] else {
        return number
      }
      heap.swapAt(least, place)
      place = least
    }
  }
}
