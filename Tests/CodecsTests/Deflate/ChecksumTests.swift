import Testing

@testable import Codecs

struct ChecksumTests {
  @Test func `checksums equal the published ones`() {
    #expect(Self.crc("123456789") == 0xCBF4_3926)
    #expect(Self.crc("The quick brown fox jumps over the lazy dog") == 0x414F_A339)
    #expect(Self.adler([Array("Wikipedia".utf8)]) == 0x11E6_0398)
    #expect(Self.adler([]) == 1)
  }

  @Test func `stretches of any length combine to the checksum of single bytes`() {
    var numbers = SeededNumbers(seed: 3)
    for _ in 0..<50 {
      let stretches = (0..<1 + numbers.next(below: 4)).map { _ in
        (0..<numbers.next(below: 700)).map { _ in UInt8(255 - numbers.next(below: 9)) }
      }
      var (low, high) = (1, 0)
      for byte in stretches.joined() {
        low = (low + Int(byte)) % 65521
        high = (high + low) % 65521
      }
      #expect(Self.adler(stretches) == UInt32(high << 16 | low))
    }
  }

  private static func crc(_ text: String) -> UInt32 {
    var checksum = CRC32.png
    unsafe Array(text.utf8).withUnsafeBytes { unsafe checksum.add($0) }
    return ~checksum.remainder
  }

  private static func adler(_ stretches: [[UInt8]]) -> UInt32 {
    var checksum = Adler32()
    for bytes in stretches {
      unsafe bytes.withUnsafeBytes { unsafe checksum.add(Adler32.Stretch($0)) }
    }
    return checksum.value
  }
}
