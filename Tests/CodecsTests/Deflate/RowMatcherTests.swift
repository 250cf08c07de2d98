import Testing

@testable import Codecs

struct RowMatcherTests {
  /// Rows arrive in pieces; memory after the current piece holds old bytes.
  @Test func `bytes that do not exist yet do not change matches`() {
    // A run that ends with the first piece, whose end is repeated later with other bytes after it.
    let after: [UInt8] = (0..<200).map { UInt8(100 + $0 * 37 % 101) }
    let first: [UInt8] = Array(1...90) + Array(repeating: 0, count: 258 * 2 + 3)
    let all = first + after + [5, 6, 7] + [0, 0, 0] + after
    let found = [after[0], 77].map { byte in
      var bytes = first + Array(repeating: byte, count: all.count - first.count + RowMatcher.slack)
      var matcher = RowMatcher(stride: 4096, effort: .quick)
      var twins = RepeatedRows(stride: 4096, rowCount: 1)
      var tokens = DeflateTokens(capacity: all.count)
      twins.add(distance: 0)
      var position = 0
      for (limit, end) in [(first.count - 258, first.count), (all.count, all.count)] {
        bytes.replaceSubrange(0..<end, with: all[..<end])
        position = unsafe bytes.withUnsafeBufferPointer { bytes in
          guard let start = bytes.baseAddress else { return 0 }
          return unsafe matcher.match(
            start, base: 0, from: position, to: limit, end: end, twins: twins, into: &tokens)
        }
      }
      #expect(position == all.count)
      let block = DeflateBlock(tokens)
      var bits = BitWriter()
      bits.reserve(bitCount: block.bitCount)
      block.write(tokens, isLast: true, to: &bits)
      bits.endByte()
      return bits.finish()
    }
    #expect(found[0] == found[1])
  }
}
