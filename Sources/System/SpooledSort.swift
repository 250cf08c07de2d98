import WavethumbBytes

/// Sorts byte strings that may be more than memory holds.
///
/// As many as fit are sorted at once; such stretches wait in a spool, and are merged at the end.
package struct SpooledSort {
  /// The default length of strings that are sorted at once.
  // A guess. A billion bytes make 250 stretches, each with a buffer of 16 KiB when they are merged.
  package static let maximumInMemory = 4 << 20

  private let maximumInMemory: Int
  private let sorted: Spool
  private var stretches: [Range<Int>] = []
  /// What is not sorted yet.
  private var waiting: [[UInt8]] = []
  private var waitingLength = 0

  /// Begins with a spool in a folder; without one, all strings stay in memory.
  package init(in folder: SpoolFolder?, maximumInMemory: Int = SpooledSort.maximumInMemory) {
    self.maximumInMemory = folder == nil ? .max : maximumInMemory
    sorted = Spool(in: folder)
  }

  package mutating func add(_ string: [UInt8]) {
    waiting.append(string)
    waitingLength += string.count
    if waitingLength > maximumInMemory {
      spill()
    }
  }

  /// Calls `body` with all strings in the order of their bytes; nothing can be added afterwards.
  package consuming func forEach(
    _ body: (_ string: [UInt8]) throws(SystemFailure) -> Void
  ) throws(SystemFailure) {
    if stretches.isEmpty {
      // Everything is in memory.
      for string in sortedWaiting {
        try body(string)
      }
      return
    }

    spill()
    // Each time the least of the next strings of all stretches.
    var sources = stretches.map { Stretch(ByteWindow(of: $0, sorted.bytes)) }
    var order = MergeOrder()
    for number in sources.indices {
      try sources.advance(number, in: &order)
    }
    while let number = order.popFirst() {
      let string = sources[number].string
      // Before `body`, which may fail: the order has each source at most once.
      try sources.advance(number, in: &order)
      try body(string)
    }
  }

  /// Sorts the strings in memory and moves them to the spool, each behind its length.
  private mutating func spill() {
    let start = sorted.count
    for string in sortedWaiting {
      sorted.append { bytes in
        bytes.append(number: UInt64(string.count))
        bytes += string
      }
    }
    stretches.append(start..<sorted.count)
    waiting = []
    waitingLength = 0
  }

  private var sortedWaiting: [[UInt8]] {
    waiting.sorted { $0.lexicographicallyPrecedes($1) }
  }
}

/// Sorted strings in a spool, of which one at a time is in memory.
private struct Stretch {
  private(set) var string: [UInt8] = []
  private var window: ByteWindow

  init(_ window: ByteWindow) { self.window = window }

  /// Advances by one string; returns whether there was one.
  mutating func advance() throws(SystemFailure) -> Bool {
    guard try window.fill(8) else { return false }
    let count = Int(window.buffer.number(at: window.position, as: UInt64.self))
    window.pass(8)
    guard try window.fill(count) else { return false }
    string = Array(window.buffer[window.position..<window.position + count])
    window.pass(count)
    return true
  }
}

extension [Stretch] {
  /// Advances a stretch, and puts it where its next string belongs.
  fileprivate mutating func advance(
    _ number: Int,
    in order: inout MergeOrder
  ) throws(SystemFailure) {
    guard try self[number].advance() else { return }
    let string = self[number].string
    order.insert(number) { other in
      self[other].string.lexicographicallyPrecedes(string)
    }
  }
}
