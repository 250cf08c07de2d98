import Testing
import WavethumbBytes

struct SHA256Tests {
  // Around 55 bytes, behind which the padding of nine needs another block of 64. The digests are
  // those of sha256sum, of the bytes 0, 1, 2 and so on.
  @Test(arguments: [
    (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (3, "ae4b3280e56e2faf83f414a6e3dabe9d5fbe18976544c05fed121accb85b53fc"),
    (55, "463eb28e72f82e0a96c0a4cc53690c571281131f672aa229e0d45ae59b598b59"),
    (56, "da2ae4d6b36748f2a318f23e7ab1dfdf45acdc9d049bd80e59de82a60895f562"),
    (64, "fdeab9acf3710362bd2658cdc9a29e8f9c757fcf9811603a8c447cd1d9151108"),
    (1000, "a8af099bf2e878609558dbf69d8f88f4a31040a8cf84b549a0cfa912f12ffc3f"),
  ])
  func `SHA-256 agrees with sha256sum`(length: Int, expected: String) {
    let digest = SHA256.digest(of: (0..<length).map { UInt8(truncatingIfNeeded: $0) })
    let hex = digest.flatMap { Hexadecimal.digits(UInt64($0), count: 2) }
    #expect(String(decoding: hex, as: UTF8.self) == expected)
  }
}
