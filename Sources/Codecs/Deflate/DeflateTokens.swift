/// Literals and matches of a block, with the frequency of each symbol.
@safe
struct DeflateTokens: ~Copyable {
  /// The largest number of tokens, because the code of a larger block would adapt too slowly.
  static let limit = 1 << 16

  private let tokens: UnsafeMutablePointer<UInt32>
  private let capacity: Int
  private(set) var count = 0
  /// The frequencies of literals, end of block and lengths; then of distances.
  private let frequencies: UnsafeMutablePointer<UInt32>

  private static let symbolCount = DeflateSymbols.literalCount + DeflateSymbols.distanceCount

  init(capacity: Int) {
    self.capacity = min(capacity, Self.limit)
    unsafe tokens = .allocate(capacity: self.capacity)
    unsafe frequencies = .allocate(capacity: Self.symbolCount)
    unsafe frequencies.initialize(repeating: 0, count: Self.symbolCount)
  }

  deinit {
    unsafe tokens.deallocate()
    unsafe frequencies.deallocate()
  }

  var isFull: Bool { count >= capacity }

  @inline(__always)
  mutating func append(literal: UInt8) {
    precondition(count < capacity)
    unsafe tokens[count] = UInt32(literal)
    count &+= 1
    unsafe frequencies[Int(literal)] &+= 1
  }

  @inline(__always)
  mutating func append(length: Int, distance: Int) {
    precondition(count < capacity)
    unsafe tokens[count] = 1 << 31 | UInt32(length &- 3) << 16 | UInt32(distance &- 1)
    count &+= 1
    unsafe frequencies[DeflateSymbols.symbol(ofLength: length)] &+= 1
    let symbol = DeflateSymbols.literalCount &+ DeflateSymbols.symbol(ofDistance: distance)
    unsafe frequencies[symbol] &+= 1
  }

  mutating func removeAll() {
    count = 0
    unsafe frequencies.update(repeating: 0, count: Self.symbolCount)
  }

  /// The frequencies of literals, lengths and the end of the block.
  var literalCounts: [UInt32] {
    var counts = unsafe Array(
      UnsafeBufferPointer(start: frequencies, count: DeflateSymbols.literalCount))
    counts[DeflateSymbols.endOfBlock] = 1
    return counts
  }

  var distanceCounts: [UInt32] {
    unsafe Array(
      UnsafeBufferPointer(
        start: frequencies + DeflateSymbols.literalCount, count: DeflateSymbols.distanceCount))
  }

  func write(_ literals: PrefixCode, _ distances: PrefixCode, to bits: inout BitWriter) {
    // The code word for each length, including extra bits.
    let lengths = (3...DeflateSymbols.longestMatch).map { length in
      literals.words[DeflateSymbols.symbol(ofLength: length)].followed(
        by: length - 3, bitCount: DeflateSymbols.extraBits(ofLength: length))
    }
    unsafe literals.words.withUnsafeBufferPointer { literals in
      unsafe lengths.withUnsafeBufferPointer { lengths in
        unsafe distances.words.withUnsafeBufferPointer { distances in
          bits.append(wordCount: count) { index in
            let token = unsafe tokens[index]
            if token < 256 { return unsafe literals[Int(token)].wide }
            let distance = Int(token & 0x7FFF) &+ 1
            let symbol = unsafe distances[DeflateSymbols.symbol(ofDistance: distance)]
            let extraBits = DeflateSymbols.extraBits(ofDistance: distance)
            return unsafe lengths[Int(token >> 16 & 0xFF)]
              .followed(by: symbol.followed(by: distance &- 1, bitCount: extraBits))
          }
          unsafe bits.append(literals[DeflateSymbols.endOfBlock])
        }
      }
    }
  }
}
