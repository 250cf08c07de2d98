/// The alphabets of deflate: the symbol and extra bits of a length or a distance.
enum DeflateSymbols {
  static let endOfBlock = 256
  static let literalCount = 286
  static let distanceCount = 30
  static let longestMatch = 258
  static let farthest = 32_768

  /// Returns the symbol of a match of 3 to 258 bytes.
  @inline(__always)
  static func symbol(ofLength length: Int) -> Int {
    let rest = length &- 3
    let bits = max(0, 61 &- rest.leadingZeroBitCount)
    return length == longestMatch ? 285 : 257 &+ bits &* 4 &+ rest &>> bits
  }

  @inline(__always)
  static func extraBits(ofLength length: Int) -> Int {
    length == longestMatch ? 0 : max(0, 61 &- (length &- 3).leadingZeroBitCount)
  }

  /// Returns the symbol of a distance of 1 to 32,768 bytes.
  @inline(__always)
  static func symbol(ofDistance distance: Int) -> Int {
    let rest = distance &- 1
    let bits = extraBits(ofDistance: distance)
    return bits &* 2 &+ rest &>> bits
  }

  @inline(__always)
  static func extraBits(ofDistance distance: Int) -> Int {
    max(0, 62 &- (distance &- 1).leadingZeroBitCount)
  }

  /// Returns the number of extra bits of symbols 257 to 285 and of distances.
  static func extraBits(ofLengthSymbol symbol: Int) -> Int {
    symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4
  }

  static func extraBits(ofDistanceSymbol symbol: Int) -> Int { symbol < 4 ? 0 : (symbol - 2) / 2 }
}
