import Testing
import WavethumbBytes

struct Base64Tests {
  // Section 10 of the RFC: each number of bytes that the last group may have, twice.
  @Test(arguments: [
    ("", ""),
    ("f", "Zg=="),
    ("fo", "Zm8="),
    ("foo", "Zm9v"),
    ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func `the Base64 examples of RFC 4648 are encoded and decoded`(text: String, digits: String) {
    #expect(Base64.text(of: Array(text.utf8)) == digits)
    #expect(Base64.bytes(of: digits) == Array(text.utf8))
  }

  @Test func `Base64 encodes every byte at every position`() {
    // Three bytes become four digits; behind 0, 1 and 2 others a byte is at each position of its
    // group.
    for offset in 0..<3 {
      let bytes = [UInt8](repeating: 7, count: offset) + (0...255)
      #expect(Base64.bytes(of: Base64.text(of: bytes)) == bytes)
    }
  }

  // Too little and too much padding, digits without a whole byte, bits behind the last byte that
  // are not zero, and other characters: a damaged value of a file must not pass for a whole one.
  @Test(arguments: [
    "Zg", "Zg=", "Zg===", "Zg==Zg==", "Z", "Zm9", "Zh==", "Zm9v\n", "Zm9_",
  ])
  func `Base64 that no encoder writes is rejected`(text: String) {
    #expect(Base64.bytes(of: text) == nil)
  }

  // A piece has 49,152 bytes: one less, just as many, one and two more, and three pieces with a
  // rest. A piece that ended within a group would put padding in the middle.
  @Test(arguments: [0, 1, 2, 3, 49_151, 49_152, 49_153, 49_154, 147_457])
  func `Base64 in pieces equals the whole`(count: Int) {
    // The bytes repeat after 4 GiB only: with a period that divides the length of a piece, pieces
    // in the wrong order would give the same text.
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 24) }
    var pieces: [UInt8] = []
    Base64.forEachPiece(of: bytes) { pieces += $0 }
    #expect(String(decoding: pieces, as: UTF8.self) == Base64.text(of: bytes))
  }
}
