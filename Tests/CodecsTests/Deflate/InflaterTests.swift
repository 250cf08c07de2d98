import Testing

@testable import Codecs

struct InflaterTests {
  private static let text = Array(
    repeating: "waves and waves and waves of sound; waves and waves and waves of sound, ", count: 3
  ).joined()

  /// The text compressed by zlib: stored, fixed Huffman, Huffman only, and maximum compression.
  private static let streams = [
    "780101d80027ff" + text.utf8.map { hexadecimal($0) }.joined() + "06994d7a",
    "78012b4f2c4b2d5648cc4b51284763e5a72914e797e6a55863c860aad121420d7dcd010006994d7a",
    """
    780105c1b10d00310804c156b60077f0d59c040e213819daff99d5a45105ab49a30a5693a62fee57f1b19a34aa60\
    356954c16ad2f4c5fd2a0eab49a30a56934615ac264d5fdcafe263356954c16ad2a882d5a4e98bfb551c5693461\
    5ac268d2a584d9abeb85fc5c76ad2a882d5a45105ab49d317f7ab38fc06994d7a
    """,
    "78da2b4f2c4b2d5648cc4b51284763e5a72914e797e6a55863c860aad121420d7dcd010006994d7a",
  ]

  @Test(arguments: streams.indices) func `zlib streams are decompressed`(index: Int) {
    let stream = Self.bytes(Self.streams[index])
    let text = Array(Self.text.utf8)
    #expect(Inflater.inflate(stream[...], count: text.count) == text)
    #expect(Inflater.inflate(stream[...], count: text.count + 1) == nil)
    #expect(Inflater.inflate(stream[...], count: text.count - 1) == nil)
    for length in stream.indices {
      #expect(Inflater.inflate(stream[..<length], count: text.count) == nil)
    }
  }

  @Test func `a broken stream gives the original bytes or nothing`() {
    var numbers = SeededNumbers(seed: 31)
    let text = Array(Self.text.utf8)
    for round in 0..<4000 {
      var stream = Self.bytes(Self.streams[round % Self.streams.count])
      for _ in 0..<1 + numbers.next(below: 3) {
        stream[numbers.next(below: stream.count)] = UInt8(numbers.next(below: 256))
      }
      let found = Inflater.inflate(stream[...], count: text.count)
      #expect(found == nil || found == text)
    }
  }

  @Test func `packed rows are restored`() {
    var numbers = SeededNumbers(seed: 32)
    for round in 0..<40 {
      let rowBytes = 1 + numbers.next(below: 600)
      let colors = 1 + numbers.next(below: round < 20 ? 256 : 3)
      let bytes = (0..<numbers.next(below: 100_000)).map { _ in UInt8(numbers.next(below: colors)) }
      let packed = PackedRows.pack(bytes, rowBytes: rowBytes)
      #expect(PackedRows.unpack(packed[...], rowBytes: rowBytes, count: bytes.count) == bytes)
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
  }

  private static func bytes(_ digits: String) -> [UInt8] {
    let digits = Array(digits)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
  }
}
