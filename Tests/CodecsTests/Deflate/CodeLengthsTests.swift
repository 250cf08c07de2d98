import Testing

@testable import Codecs

struct CodeLengthsTests {
  @Test func `frequent symbols get short code words`() {
    #expect(CodeLengths.lengths(for: [8, 0, 1, 2, 1, 4], limit: 15) == [1, 0, 4, 3, 4, 2])
  }

  @Test func `at least two symbols get a code word`() {
    #expect(CodeLengths.lengths(for: [0, 0, 0], limit: 15) == [1, 1, 0])
    #expect(CodeLengths.lengths(for: [0, 0, 9], limit: 15) == [1, 0, 1])
  }

  @Test func `a limited tree is the cheapest within the limit`() {
    // Fibonacci counts give the deepest tree.
    var counts: [UInt32] = [1, 1]
    while counts.count < 20 { counts.append(counts[counts.count - 1] + counts[counts.count - 2]) }
    #expect(CodeLengths.lengths(for: counts, limit: 30).max() == 19)
    for limit in 5...18 {
      let lengths = CodeLengths.lengths(for: counts, limit: limit)
      #expect(Int(lengths.max() ?? 0) <= limit)
      #expect(lengths.reduce(0) { $0 + 1 << (limit - Int($1)) } == 1 << limit)
    }
    let few = Array(counts.prefix(7))
    #expect(Self.cost(few, limit: 4) == Self.cheapest(few, 4))
  }

  @Test func `code lengths of small alphabets are optimal`() {
    var numbers = SeededNumbers(seed: 11)
    for _ in 0..<200 {
      let counts = (0..<3 + numbers.next(below: 4)).map { _ in
        UInt32(1 + numbers.next(below: 60) * numbers.next(below: 60))
      }
      for limit in 3...5 {
        #expect(Self.cost(counts, limit: limit) == Self.cheapest(counts, limit))
      }
    }
  }

  private static func cost(_ counts: [UInt32], limit: Int) -> Int {
    zip(counts, CodeLengths.lengths(for: counts, limit: limit)).reduce(0) {
      $0 + Int($1.0) * Int($1.1)
    }
  }

  /// Returns the lowest cost of all valid prefix codes, by exhaustive search.
  private static func cheapest(_ counts: [UInt32], _ limit: Int) -> Int {
    func rest(_ counts: ArraySlice<UInt32>, room: Int) -> Int? {
      guard let count = counts.first else { return 0 }
      return (1...limit).compactMap { length in
        let taken = 1 << (limit - length)
        guard taken <= room else { return nil }
        return rest(counts.dropFirst(), room: room - taken).map { $0 + Int(count) * length }
      }.min()
    }
    return rest(counts[...], room: 1 << limit) ?? 0
  }
}
