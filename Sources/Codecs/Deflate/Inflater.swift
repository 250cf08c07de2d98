/// Unpacks a zlib stream; for any input it ends soon and returns no more bytes than requested.
struct Inflater {
  private var bits: BitReader
  private var output: [UInt8] = []
  private let count: Int

  /// Returns `count` bytes of a stream, or nil if it has fewer or is damaged.
  static func inflate(_ stream: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    var inflater = Inflater(stream, count: count)
    return inflater.run() ? inflater.output : nil
  }

  private init(_ stream: ArraySlice<UInt8>, count: Int) {
    bits = BitReader(stream)
    self.count = count
    output.reserveCapacity(count)
  }

  private mutating func run() -> Bool {
    let (method, flags) = (bits.take(8), bits.take(8))
    // Deflate, without a dictionary.
    guard method & 0xF == 8, flags & 0x20 == 0, (method << 8 | flags) % 31 == 0 else {
      return false
    }
    var isLast = false
    while !isLast {
      isLast = bits.take(1) == 1
      let isWhole =
        switch bits.take(2) {
        case 0: copyStored()
        case 1: unpack(Self.prescribed.literals, Self.prescribed.distances)
        case 2: unpackDescribed()
        default: false
        }
      guard isWhole, !bits.isBeyondEnd else { return false }
    }
    bits.endByte()
    var checksum = Adler32()
    unsafe output.withUnsafeBytes { unsafe checksum.add(Adler32.Stretch($0)) }
    let stored = (0..<4).reduce(UInt32(0)) { sum, _ in sum << 8 | UInt32(bits.take(8)) }
    return output.count == count && stored == checksum.value && !bits.isBeyondEnd
  }

  private mutating func copyStored() -> Bool {
    bits.endByte()
    let (length, check) = (bits.take(16), bits.take(16))
    guard length ^ check == 0xFFFF, length <= count - output.count else { return false }
    for _ in 0..<length { output.append(UInt8(bits.take(8))) }
    return true
  }

  private mutating func unpackDescribed() -> Bool {
    let (literals, distances) = (bits.take(5) + 257, bits.take(5) + 1)
    var lengths = [UInt8](repeating: 0, count: 19)
    for symbol in DeflateBlockHead.order.prefix(bits.take(4) + 4) {
      lengths[symbol] = UInt8(bits.take(3))
    }
    guard let code = PrefixTable(lengths: lengths) else { return false }
    lengths = []
    while lengths.count < literals + distances {
      guard let symbol = code.symbol(&bits) else { return false }
      switch symbol {
      case 16:
        guard let last = lengths.last else { return false }
        lengths += [UInt8](repeating: last, count: 3 + bits.take(2))
      case 17: lengths += [UInt8](repeating: 0, count: 3 + bits.take(3))
      case 18: lengths += [UInt8](repeating: 0, count: 11 + bits.take(7))
      default: lengths.append(UInt8(symbol))
      }
    }
    guard lengths.count == literals + distances,
      let literalTable = PrefixTable(lengths: Array(lengths[..<literals])),
      let distanceTable = PrefixTable(lengths: Array(lengths[literals...]))
    else { return false }
    return unpack(literalTable, distanceTable)
  }

  private mutating func unpack(_ literals: PrefixTable, _ distances: PrefixTable) -> Bool {
    while let symbol = literals.symbol(&bits) {
      if symbol < DeflateSymbols.endOfBlock {
        guard output.count < count else { return false }
        output.append(UInt8(symbol))
        continue
      }
      if symbol == DeflateSymbols.endOfBlock { return true }
      guard symbol < DeflateSymbols.literalCount else { return false }
      let bitsOfLength = DeflateSymbols.extraBits(ofLengthSymbol: symbol)
      let length = DeflateSymbols.shortest(ofLengthSymbol: symbol) + bits.take(bitsOfLength)
      guard let far = distances.symbol(&bits), far < DeflateSymbols.distanceCount else {
        return false
      }
      let bitsOfDistance = DeflateSymbols.extraBits(ofDistanceSymbol: far)
      let distance = DeflateSymbols.nearest(ofDistanceSymbol: far) + bits.take(bitsOfDistance)
      guard distance <= output.count, length <= count - output.count else { return false }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
    return false
  }

  private static let prescribed = (
    literals: PrefixTable(whole: DeflateBlock.prescribedLiterals),
    distances: PrefixTable(whole: DeflateBlock.prescribedDistances)
  )
}

private struct PrefixTable: Sendable {
  /// For each value of the next bits, the symbol and, in four bits, its length.
  private var entries: [UInt16]
  private let longest: Int

  init?(lengths: [UInt8]) {
    let room = lengths.reduce(0) { $1 > 0 ? $0 + 1 << (15 - Int($1)) : $0 }
    guard room <= 1 << 15 else { return nil }
    self.init(whole: lengths)
  }

  init(whole lengths: [UInt8]) {
    longest = max(1, Int(lengths.max() ?? 0))
    entries = [UInt16](repeating: 0, count: 1 << longest)
    for (symbol, word) in PrefixCode(lengths: lengths).words.enumerated() where word.count > 0 {
      let entry = UInt16(symbol) << 4 | UInt16(word.count)
      for place in stride(from: Int(word.bits), to: entries.count, by: 1 << Int(word.count)) {
        entries[place] = entry
      }
    }
  }

  /// Reads the next symbol, or returns nil if the bits are not a word of the code.
  @inline(__always)
  func symbol(_ bits: inout BitReader) -> Int? {
    let entry = entries[bits.peek(longest)]
    guard entry > 0 else { return nil }
    bits.drop(Int(entry & 15))
    return Int(entry >> 4)
  }
}
