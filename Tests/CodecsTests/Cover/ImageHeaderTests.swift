import Testing

@testable import Codecs

struct ImageHeaderTests {
  /// The beginning of a JPEG, with one short segment.
  private static let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2]
  /// A Huffman table, whose marker lies within the range of frame markers.
  private static let table: [UInt8] = [0xFF, 0xC4, 0, 5, 9, 9, 9]
  /// A fill byte, the marker, the length, eight bits a sample, the height, the width, and the rest.
  private static let frame: [UInt8] = [
    0xFF, 0xFF, 0xC2, 0, 11, 8, 0x01, 0x02, 0x03, 0x04, 3, 1, 1, 1,
  ]

  @Test func `the size of a JPEG is read from its frame header`() {
    let header = ImageHeader(Self.start + Self.table + Self.frame)
    #expect(header?.kind == .jpeg)
    #expect(header?.width == 0x304)
    #expect(header?.height == 0x102)
  }

  @Test func `a JPEG without a frame header before its data has no size`() {
    let startOfScan: [UInt8] = [0xFF, 0xDA, 0, 2]
    // A length counts its own two bytes; a search that steps by 0 would never end.
    let segmentOfLength0: [UInt8] = [0xFF, 0xE1, 0, 0]
    #expect(ImageHeader(Self.start + Self.table) == nil)
    #expect(ImageHeader(Self.start + startOfScan) == nil)
    #expect(ImageHeader(Self.start + segmentOfLength0 + Self.frame) == nil)
  }

  @Test func `the size of a WebP is read from each of its three forms`() {
    func header(of chunk: String, _ content: [UInt8]) -> ImageHeader? {
      let size: [UInt8] = [0, 0, 0, 0]
      let start = Array("RIFF".utf8) + size + Array("WEBP".utf8)
      return ImageHeader(start + Array(chunk.utf8) + content)
    }

    // 14 bits each, below the two of a scale, behind a start code.
    let plain = header(of: "VP8 ", [0, 0, 0, 0, 0, 0, 0, 0x9D, 0x01, 0x2A, 0x20, 0x40, 0x10, 0])
    #expect(plain?.width == 0x20)
    #expect(plain?.height == 0x10)

    // Three bytes each for width - 1 and height - 1.
    let extended = header(of: "VP8X", [10, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0, 0, 0x7F, 0, 0])
    #expect(extended?.width == 256)
    #expect(extended?.height == 128)

    // 14 bits each for width - 1 and height - 1, behind a byte of 0x2F.
    let lossless = header(of: "VP8L", [0, 0, 0, 0, 0x2F, 0x63, 0xC0, 0x0C, 0, 0, 0, 0, 0, 0])
    #expect(lossless?.width == 100)
    #expect(lossless?.height == 52)
  }

  @Test func `a picture without a size is rejected`() {
    #expect(ImageHeader([]) == nil)
    #expect(ImageHeader(Array("<svg></svg>".utf8)) == nil)
    #expect(ImageHeader([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) == nil)
  }
}
