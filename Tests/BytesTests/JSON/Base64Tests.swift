import Testing
import WavethumbBytes

struct Base64Tests {
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
    for offset in 0..<3 {
      let bytes = [UInt8](repeating: 7, count: offset) + (0...255)
      #expect(Base64.bytes(of: Base64.text(of: bytes)) == bytes)
    }
  }

  @Test(arguments: [0, 1, 2, 3, 49_151, 49_152, 49_153, 49_154, 147_457])
  func `Base64 in pieces equals the whole`(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 9) }
    var pieces: [UInt8] = []
    Base64.forEachPiece(of: bytes) { pieces += $0 }
    #expect(String(decoding: pieces, as: UTF8.self) == Base64.text(of: bytes))
  }
}
