import Testing

@testable import Codecs

struct ImageHeaderTests {
  /// Returns a segment of a JPEG; its length counts its own two bytes.
  private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    fields([0xFF, marker], bigEndian(2 + content.count, bytes: 2), content)
  }

  /// The beginning of a JPEG, with one short segment.
  private static let start = [0xFF, 0xD8] + segment(0xE0, [1, 2])
  /// A Huffman table, whose marker lies within the range of frame markers.
  private static let table = segment(0xC4, [9, 9, 9])

  /// Returns the header of a frame, behind a fill byte.
  private static func frame(width: Int, height: Int) -> [UInt8] {
    let fill: [UInt8] = [0xFF]
    let bitsPerSample: [UInt8] = [8]
    let component: [UInt8] = [1, 1, 1]
    let content = fields(
      bitsPerSample,
      bigEndian(height, bytes: 2),
      bigEndian(width, bytes: 2),
      [1],  // one component
      component
    )
    return fill + segment(0xC2, content)
  }

  @Test func `the size of a JPEG is read from its frame header`() {
    let frame = Self.frame(width: 0x304, height: 0x102)
    let header = ImageHeader(Self.start + Self.table + frame)
    #expect(header?.kind == .jpeg)
    #expect(header?.width == 0x304)
    #expect(header?.height == 0x102)
  }

  @Test func `a JPEG without a frame header before its data has no size`() {
    let frame = Self.frame(width: 9, height: 9)
    let startOfScan = Self.segment(0xDA, [])
    #expect(ImageHeader(Self.start + Self.table) == nil)
    #expect(ImageHeader(Self.start + startOfScan + frame) == nil)
  }

  // A search that steps by 0 would never end.
  @Test func `a JPEG with a segment of length 0 has no size`() {
    let segmentOfLength0: [UInt8] = [0xFF, 0xE1, 0, 0]
    let frame = Self.frame(width: 9, height: 9)
    #expect(ImageHeader(Self.start + segmentOfLength0 + frame) == nil)
  }

  /// Returns the header of a WebP with one chunk.
  private static func webP(_ chunk: String, _ content: [UInt8]) -> ImageHeader? {
    let size = zeros(4)
    // As many bytes as a header is read from, whatever the chunk.
    let rest = zeros(16)
    return ImageHeader(
      fields(
        Array("RIFF".utf8),
        size,
        Array("WEBP".utf8),
        Array(chunk.utf8),
        size,
        content,
        rest
      )
    )
  }

  @Test func `the size of a lossy WebP is in 14 bits each`() {
    let frameTag = zeros(3)
    let startCode: [UInt8] = [0x9D, 0x01, 0x2A]
    // The two bits above are a scale for display, which is ignored.
    let scale = 1 << 14
    let width = littleEndian(0x20 | scale, bytes: 2)
    let height = littleEndian(0x10, bytes: 2)
    let header = Self.webP("VP8 ", frameTag + startCode + width + height)
    #expect(header?.width == 0x20)
    #expect(header?.height == 0x10)
  }

  @Test func `the size of an extended WebP is one more than its three bytes each`() {
    let flags: [UInt8] = [10, 0, 0, 0]
    let width = littleEndian(255, bytes: 3)
    let height = littleEndian(127, bytes: 3)
    let header = Self.webP("VP8X", flags + width + height)
    #expect(header?.width == 256)
    #expect(header?.height == 128)
  }

  @Test func `the size of a lossless WebP is one more than its 14 bits each`() {
    let signature: [UInt8] = [0x2F]
    let packed = littleEndian(99 | 51 << 14)
    let header = Self.webP("VP8L", signature + packed)
    #expect(header?.width == 100)
    #expect(header?.height == 52)
  }

  @Test func `a picture without a size is rejected`() {
    let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    for bytes in [[], Array("<svg></svg>".utf8), pngSignature] {
      #expect(ImageHeader(bytes) == nil)
    }
  }
}
