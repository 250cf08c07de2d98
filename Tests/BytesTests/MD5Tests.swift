import Testing

@testable import WavethumbBytes

/// Returns the digest of bytes that are added in pieces of these lengths, and the rest in one.
private func digest(of bytes: [UInt8], inPieces lengths: [Int] = []) -> String {
  var md5 = MD5()
  var start = 0
  for length in lengths + [bytes.count] {
    let end = min(start + length, bytes.count)
    let part = Array(bytes[start..<end])
    unsafe md5.add(part.span.bytes)
    start = end
  }
  let digits = md5.finish().flatMap { Hexadecimal.digits(UInt64($0), count: 2) }
  return String(decoding: digits, as: UTF8.self)
}

// Appendix A.5 of the RFC, whole.
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
  #expect(digest(of: Array(text.utf8)) == expected)
}

// A block has 64 bytes, of which the padding takes nine: after 55 bytes it fits, after 56 it needs
// another block. The digests are those of md5sum.
@Test(arguments: [
  (55, "a7555f1cbcea377c660265d60f0b43e9"),
  (56, "6cd86ae039432adef6f4ae4574191b79"),
  (63, "2f261e323d8e3c22a7c32f8797559d0b"),
  (64, "e9621717bb98894e3cf92ee5e5b66c19"),
  (65, "199bc7fa1758e209ca0c0e280d7135b7"),
  (119, "4170c3ce17b9ec1a08da46eb489604a8"),
  (120, "17edf2a9daa9f76c488a54122bd75bee"),
  (128, "68fac44318d20932246d382ff558f749"),
  (1000, "5f614daf89bd7f88ef621ddd347c6852"),
])
func `MD5 does not depend on the pieces, around the length of a block`(
  count: Int,
  expected: String
) {
  // 37 has no divisor in common with 256: every byte occurs before one is repeated.
  let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
  #expect(digest(of: bytes) == expected)

  let pieces = [
    // A rest that all others have to complete.
    [1],
    // A block in two pieces, and in one.
    [63, 1],
    [64],
    // Nothing, and a block with the beginning of the next.
    [0, 65, 3],
    // A rest that grows, and a piece that completes it and goes on.
    [7, 7, 7, 100],
  ]
  for lengths in pieces {
    #expect(digest(of: bytes, inPieces: lengths) == expected)
  }
}
