/// A block, written with its optimal code (described before it) or with the fixed code.
struct DeflateBlock {
  private let literals, distances: [UInt8]
  /// The code lengths of the block, or nil for the fixed code.
  private let head: DeflateBlockHead?
  /// The size of the whole block, including the three bits of its kind.
  let bitCount: Int

  init(_ tokens: borrowing DeflateTokens) {
    let (literalCounts, distanceCounts) = (tokens.literalCounts, tokens.distanceCounts)
    let literals = CodeLengths.lengths(for: literalCounts, limit: 15)
    let distances = CodeLengths.lengths(for: distanceCounts, limit: 15)
    let head = DeflateBlockHead(literals: literals, distances: distances)
    func cost(_ literals: [UInt8], _ distances: [UInt8]) -> Int {
      var bits = 0
      for (symbol, count) in literalCounts.enumerated() where count > 0 {
        let extra = symbol > 256 ? DeflateSymbols.extraBits(ofLengthSymbol: symbol) : 0
        bits += Int(count) * (Int(literals[symbol]) + extra)
      }
      for (symbol, count) in distanceCounts.enumerated() where count > 0 {
        let extra = DeflateSymbols.extraBits(ofDistanceSymbol: symbol)
        bits += Int(count) * (Int(distances[symbol]) + extra)
      }
      return bits
    }
    let described = cost(literals, distances) + head.bitCount
    let prescribed = cost(Self.prescribedLiterals, Self.prescribedDistances)
    let isShort = prescribed <= described
    self.literals = isShort ? Self.prescribedLiterals : literals
    self.distances = isShort ? Self.prescribedDistances : distances
    self.head = isShort ? nil : head
    bitCount = 3 + min(described, prescribed)
  }

  func write(_ tokens: borrowing DeflateTokens, isLast: Bool, to bits: inout BitWriter) {
    bits.append((isLast ? 1 : 0) | (head == nil ? 1 << 1 : 2 << 1), count: 3)
    head?.write(to: &bits)
    tokens.write(PrefixCode(lengths: literals), PrefixCode(lengths: distances), to: &bits)
  }

  private static let prescribedLiterals: [UInt8] = (0..<288).map {
    $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8
  }
  private static let prescribedDistances = [UInt8](repeating: 5, count: 30)
}

/// The description of a block's two codes: run-length-encoded lengths, by a code of their own.
struct DeflateBlockHead {
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private typealias Symbol = (value: Int, extra: Int)

  private let literalCount, distanceCount: Int
  private let symbols: [Symbol]
  private let lengths: [UInt8]
  private let lengthCount: Int

  init(literals: [UInt8], distances: [UInt8]) {
    literalCount = max(257, (literals.lastIndex { $0 > 0 } ?? 0) + 1)
    distanceCount = max(1, (distances.lastIndex { $0 > 0 } ?? 0) + 1)
    symbols = Self.folded(literals[..<literalCount] + distances[..<distanceCount])
    var counts = [UInt32](repeating: 0, count: 19)
    for symbol in symbols { counts[symbol.value] += 1 }
    let lengths = CodeLengths.lengths(for: counts, limit: 7)
    self.lengths = lengths
    lengthCount = max(4, (Self.order.lastIndex { lengths[$0] > 0 } ?? 0) + 1)
  }

  var bitCount: Int {
    symbols.reduce(14 + 3 * lengthCount) { $0 + Int(lengths[$1.value]) + Self.extraBits($1.value) }
  }

  func write(to bits: inout BitWriter) {
    bits.append(extra: literalCount - 257, count: 5)
    bits.append(extra: distanceCount - 1, count: 5)
    bits.append(extra: lengthCount - 4, count: 4)
    for symbol in Self.order.prefix(lengthCount) { bits.append(UInt64(lengths[symbol]), count: 3) }
    let code = PrefixCode(lengths: lengths)
    for symbol in symbols {
      bits.append(code.words[symbol.value])
      bits.append(extra: symbol.extra, count: Self.extraBits(symbol.value))
    }
  }

  private static func extraBits(_ value: Int) -> Int {
    switch value {
    case 16: 2
    case 17: 3
    case 18: 7
    default: 0
    }
  }

  private static func folded(_ lengths: ArraySlice<UInt8>) -> [Symbol] {
    let lengths = Array(lengths)
    var symbols: [Symbol] = []
    symbols.reserveCapacity(lengths.count)
    var position = 0
    while position < lengths.count {
      let length = lengths[position]
      var run = 1
      while position + run < lengths.count, lengths[position + run] == length { run += 1 }
      position += run
      if length == 0 {
        while run >= 3 {
          let part = min(run, 138)
          symbols.append(
            part > 10 ? (18, part - 11) : (17, part - 3))
          run -= part
        }
      } else {
        symbols.append((Int(length), 0))
        run -= 1
        while run >= 3 {
          // Two repeats of at least three are shorter than one of six and two single lengths.
          let part = run == 7 || run == 8 ? run - 3 : min(run, 6)
          symbols.append((16, part - 3))
          run -= part
        }
      }
      for _ in 0..<run { symbols.append((Int(length), 0)) }
    }
    return symbols
  }
}
