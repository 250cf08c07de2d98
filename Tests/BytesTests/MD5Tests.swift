import Testing

@testable import WavethumbBytes

private func digest(_ bytes: [UInt8], pieces: [Int] = []) -> String {
  var md5 = MD5()
  var start = 0
  for piece in pieces + [bytes.count] {
    let end = min(start + piece, bytes.count)
    let part = Array(bytes[start..<end])
    unsafe md5.add(part.span.bytes)
    start = end
  }
  return String(
    decoding: md5.finish().flatMap { Hexadecimal.digits(UInt64($0), count: 2) },
    as: UTF8.self
  )
}

@Test(arguments: [
  ("", "d41d8cd98f00b204e9800998ecf8427e"),
  ("a", "0cc175b9c0f1b6a831c399e269772661"),
  ("abc", "900150983cd24fb0d6963f7d28e17f72"),
  ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
  ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
  (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
    "d174ab98d277d9f5a5611c2c9f419d9f"
  ),
  (
    "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
    "57edf4a22be3c955ac49da2e2107b67a"
  ),
])
func `MD5 gives the digests of RFC 1321`(text: String, expected: String) {
  #expect(digest(Array(text.utf8)) == expected)
}

@Test func `MD5 does not depend on the pieces, around the length of a block`() {
  for count in [55, 56, 63, 64, 65, 119, 120, 128, 1000] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    let whole = digest(bytes)
    for pieces in [[1], [63, 1], [64], [0, 65, 3], [7, 7, 7, 100]] {
      #expect(digest(bytes, pieces: pieces) == whole)
    }
  }
}
