import Testing
import WavethumbBytes

/// A value with a field of each kind.
private struct Sample: ByteCoded, Equatable {
  var name = "Ä"
  var count = 7
  var level: Double? = 0.5
  var limit: Int? = 3
  var codes: [UInt16] = [1, 65_535]
  var parts = [2, 4]

  init() {}

  init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    name = try coder.field(value?.name)
    count = try coder.count(value?.count, in: 0...10)
    level = try coder.field(value?.level)
    limit = try coder.count(value?.limit, in: 1...5)
    codes = try coder.integers(value?.codes)
    parts = try coder.fields(value?.parts, in: 0...3)
  }
}

@Test func `a value is read from what was written, with and without optional fields`() {
  var sample = Sample()
  #expect(Sample(encoded: sample.encoded()) == sample)
  let count = sample.encoded().count
  sample.level = nil
  sample.limit = nil
  #expect(Sample(encoded: sample.encoded()) == sample)
  // Only the byte that says so is left of each.
  #expect(sample.encoded().count == count - 16)
}

@Test func `bytes that are cut, or have more behind them, are refused`() {
  let bytes = Sample().encoded()
  for count in bytes.indices {
    #expect(Sample(encoded: bytes[..<count]) == nil)
  }
  #expect(Sample(encoded: bytes + [0]) == nil)
}

@Test func `numbers out of their range are refused when they are read`() {
  var large = Sample()
  large.count = 11
  #expect(Sample(encoded: large.encoded()) == nil)
  var none = Sample()
  none.limit = 0
  #expect(Sample(encoded: none.encoded()) == nil)
  var long = Sample()
  long.parts = [1, 2, 3, 4]
  #expect(Sample(encoded: long.encoded()) == nil)
  var infinite = Sample()
  infinite.level = .infinity
  #expect(Sample(encoded: infinite.encoded()) == nil)
}

@Test func `a count asks for no more memory than the bytes that came`() {
  let bytes = Int64.max.encoded() + [0, 0]
  #expect([Int64](encoded: bytes) == nil)
  let codes = Int64(1 << 40).encoded()
  var coder = ByteCoder(reading: codes)
  #expect(throws: MalformedBytes.self) { try coder.integers([UInt16]?.none) }
}
