import Testing

@testable import Bytes

@Suite struct ByteNumbersTests {
  @Test func `the end of an array is compared to its last byte`() {
    let whole = (0..<40).map { UInt8($0) }
    for length in 0...40 {
      let end = Array(whole.suffix(length))
      #expect(whole.ends(with: end))
      for place in end.indices {
        var other = end
        other[place] ^= 1
        #expect(!whole.ends(with: other))
      }
    }
    #expect(![UInt8](repeating: 1, count: 9).ends(with: [UInt8](repeating: 1, count: 10)))
    #expect(![UInt8]([1]).ends(with: [1, 1]))
  }
}
