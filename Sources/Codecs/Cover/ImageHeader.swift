import WavethumbBytes

/// The kind, the size and the orientation of a picture, read without decoding it.
// By hand, because the parent needs the size before anything decodes the bytes, and no library of C
// may touch them outside of a worker.
package struct ImageHeader: Sendable, Hashable {
  package enum Kind: String, Sendable {
    case jpeg, png, webp

    package var mediaType: String { "image/" + rawValue }
  }

  package let kind: Kind
  package let width, height: Int
  /// The orientation in which the picture must be shown.
  package private(set) var turn = Turn.none

  var pixels: Int { width * height }

  /// Reads the header of a picture by its signature; nil for anything else.
  package init?(_ bytes: [UInt8]) {
    let found =
      if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
        Self.png(bytes)
      } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
        Self.jpeg(bytes)
      } else if bytes.starts(with: "RIFF".utf8) {
        Self.webp(bytes)
      } else {
        Self?.none
      }
    guard let found, found.width > 0, found.height > 0 else { return nil }
    self = found
  }

  private init(_ kind: Kind, width: Int, height: Int) {
    self.kind = kind
    self.width = width
    self.height = height
  }

  /// The first chunk is IHDR, and begins with the dimensions.
  private static func png(_ bytes: [UInt8]) -> ImageHeader? {
    guard bytes.count >= 33, bytes[12...].starts(with: "IHDR".utf8) else { return nil }
    let width = bytes.bigEndian32(at: 16)
    let height = bytes.bigEndian32(at: 20)
    guard max(width, height) <= 0x7FFF_FFFF else { return nil }
    return ImageHeader(.png, width: Int(width), height: Int(height))
  }

  /// Reads segments up to the frame header.
  private static func jpeg(_ bytes: [UInt8]) -> ImageHeader? {
    var offset = 2
    var turn = Turn.none
    while offset + 4 <= bytes.count {
      guard bytes[offset] == 0xFF else { return nil }
      let marker = bytes[offset + 1]
      // Fill bytes before a marker, and markers without a body.
      if marker == 0xFF {
        offset += 1
        continue
      }
      if marker == 0x01 || (0xD0...0xD7).contains(marker) {
        offset += 2
        continue
      }
      // The codes of frame headers, but for three of tables and extensions among them.
      let isExtension = [0xC4, 0xC8, 0xCC].contains(marker)
      let isFrame = (0xC0...0xCF).contains(marker) && !isExtension
      if isFrame {
        var header = frame(bytes, at: offset)
        header?.turn = turn
        return header
      }
      // The picture data, or its end, before any frame header.
      if marker == 0xDA || marker == 0xD9 { return nil }
      let length = Int(bytes.bigEndian16(at: offset + 2))
      guard length >= 2 else { return nil }
      if marker == 0xE1, offset + 2 + length <= bytes.count {
        turn = Turn(exif: bytes[offset + 4..<offset + 2 + length]) ?? turn
      }
      offset += 2 + length
    }
    return nil
  }

  /// Reads a frame header: a marker, a length, the bits of a sample, then the dimensions.
  private static func frame(_ bytes: [UInt8], at offset: Int) -> ImageHeader? {
    guard offset + 9 <= bytes.count else { return nil }
    let height = bytes.bigEndian16(at: offset + 5)
    let width = bytes.bigEndian16(at: offset + 7)
    return ImageHeader(.jpeg, width: Int(width), height: Int(height))
  }

  /// Lossy, lossless and extended files store their dimensions in three ways.
  private static func webp(_ bytes: [UInt8]) -> ImageHeader? {
    guard bytes.count >= 30, bytes[8...].starts(with: "WEBP".utf8) else { return nil }
    let chunk = bytes[12..<16]
    // Extended, with the dimensions less one in 24 bits.
    if chunk.elementsEqual("VP8X".utf8) {
      let width = bytes.littleEndian32(at: 24)
      let height = bytes.littleEndian32(at: 27)
      return ImageHeader(
        .webp,
        width: 1 + Int(width & 0xFF_FFFF),
        height: 1 + Int(height & 0xFF_FFFF)
      )
    }
    // Lossless, behind a byte of its own, with the dimensions less one in 14 bits.
    if chunk.elementsEqual("VP8L".utf8), bytes[20] == 0x2F {
      let packed = bytes.littleEndian32(at: 21)
      return ImageHeader(
        .webp,
        width: 1 + Int(packed & 0x3FFF),
        height: 1 + Int(packed >> 14 & 0x3FFF)
      )
    }
    // Lossy: a key frame begins with three bytes of its own; above 14 bits is a factor for display.
    let isKeyFrame = bytes[23...].starts(with: [0x9D, 0x01, 0x2A])
    if chunk.elementsEqual("VP8 ".utf8), isKeyFrame {
      let width = bytes.littleEndian16(at: 26)
      let height = bytes.littleEndian16(at: 28)
      return ImageHeader(.webp, width: Int(width & 0x3FFF), height: Int(height & 0x3FFF))
    }
    return nil
  }
}

extension ImageHeader {
  package enum Turn: Int, Sendable {
    case none = 1
    case mirrored, halfway, mirroredHalfway, mirroredLeft, right, mirroredRight, left

    package var swapsSides: Bool { rawValue >= Turn.mirroredLeft.rawValue }

    /// Reads the body of a JPEG's APP1 segment; nil if it has no orientation.
    init?(exif body: ArraySlice<UInt8>) {
      guard body.starts(with: Array("Exif\0\0".utf8)) else { return nil }
      let notes = Array(body.dropFirst(6))
      let isLittle = notes.starts(with: "II".utf8)
      guard isLittle || notes.starts(with: "MM".utf8) else { return nil }
      func short(_ offset: Int) -> Int {
        guard offset >= 0, offset + 2 <= notes.count else { return 0 }
        let word = isLittle ? notes.littleEndian16(at: offset) : notes.bigEndian16(at: offset)
        return Int(word)
      }
      func long(_ offset: Int) -> Int {
        if isLittle {
          short(offset + 2) << 16 | short(offset)
        } else {
          short(offset) << 16 | short(offset + 2)
        }
      }
      let directory = long(4)
      for entry in 0..<short(directory) {
        let offset = directory + 2 + entry * 12
        guard offset + 12 <= notes.count else { return nil }
        // The tag number of the orientation.
        if short(offset) == 0x0112 {
          self.init(rawValue: short(offset + 8))
          return
        }
      }
      return nil
    }
  }
}
