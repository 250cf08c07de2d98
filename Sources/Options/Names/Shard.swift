import WavethumbBytes

/// One part of a library that several scans share, counted from 1.
package struct Shard: Sendable, Hashable {
  // Far more than there are machines; a bound at all, because each part is counted in memory.
  package static let maximumCount = 100_000

  package let number: Int
  package let count: Int

  /// The only part of one.
  package static let whole = Shard(number: 1, count: 1)

  private init(number: Int, count: Int) {
    self.number = number
    self.count = count
  }

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
