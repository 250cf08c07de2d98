import WavethumbBytes

/// A picture in the tags of a recording, and its declared role.
struct EmbeddedPicture: Equatable {
  /// The role as numbered by ID3v2 and FLAC: 3 is the front cover.
  var role: Int
  var bytes: [UInt8]

  private static let front = 3
  // The roles of icons of 32 pixels for file lists.
  private static let icons = 1...2

  init(bytes: [UInt8]) {
    role = 0
    self.bytes = bytes
  }

  /// The rank of the role: the front cover is before all others, an icon after them.
  var rank: Int {
    switch role {
    case Self.front: 0
    case Self.icons: 2
    default: 1
    }
  }

  /// Reads the body of an APIC frame, or of PIC in version 2; nil for a link or a truncated frame.
  init?(id3 body: [UInt8], version: Int) {
    guard let encoding = body.first else { return nil }
    var rest = body.dropFirst()
    // The declared type is not used, as `CoverArt` looks at the bytes. An arrow means that a link
    // follows instead of a picture.
    if version == 2 {
      let format = rest.prefix(3)
      if format.elementsEqual("-->".utf8) { return nil }
      rest = rest.dropFirst(3)
    } else {
      let type = rest.prefix { byte in byte != 0 }
      if type.elementsEqual("-->".utf8) { return nil }
      rest = rest.dropFirst(type.count + 1)
    }
    guard let role = rest.popFirst() else { return nil }
    self.role = Int(role)
    // UTF-16, with a byte order mark and without.
    let isWide = encoding == 1 || encoding == 2
    bytes = Array(Self.afterDescription(rest, isWide: isWide))
  }

  /// Returns the bytes after a description, which ends with a zero, or with two in 16-bit
  /// encodings.
  private static func afterDescription(
    _ bytes: ArraySlice<UInt8>,
    isWide: Bool
  ) -> ArraySlice<UInt8> {
    guard isWide else {
      let end = bytes.drop { byte in byte != 0 }
      return end.dropFirst()
    }
    var offset = bytes.startIndex
    while offset + 1 < bytes.endIndex {
      if bytes[offset] == 0, bytes[offset + 1] == 0 { return bytes[(offset + 2)...] }
      offset += 2
    }
    return []
  }

  /// Reads a picture of FLAC or of Vorbis comments; nil if its lengths are inconsistent.
  init?(flac block: [UInt8]) {
    // Eight numbers of four bytes: the role and the length of the type, that of the description, then
    // width, height, depth, colors and the length of the picture.
    let numberBytes = 32
    let typeLength = Int(block.bigEndian32(at: 4))
    guard block.count >= numberBytes, typeLength <= block.count - numberBytes else { return nil }
    let type = block[8...].prefix(typeLength)
    if type.elementsEqual("-->".utf8) { return nil }
    let afterType = 8 + typeLength
    let descriptionLength = Int(block.bigEndian32(at: afterType))
    guard descriptionLength <= block.count - numberBytes - typeLength else { return nil }
    let lengthOffset = afterType + 4 + descriptionLength + 16
    let length = Int(block.bigEndian32(at: lengthOffset))
    let rest = block.dropFirst(lengthOffset + 4)
    // A picture that is too large is not read to its end.
    let isCutByUs = rest.count > CoverArt.maximumBytes
    guard length <= rest.count || isCutByUs else { return nil }
    role = Int(block.bigEndian32(at: 0))
    bytes = Array(rest.prefix(length))
  }
}

/// Album art: the bytes as found, of which only the header was read.
package struct CoverArt: Sendable, Equatable {
  // FLAC allows 16 MiB for a picture, as its length has three bytes.
  package static let maximumBytes = 16 << 20
  // As many as a picture of ours may have.
  package static let maximumPixels = 64_000_000

  package let bytes: [UInt8]
  package let header: ImageHeader

  /// Checks type, dimensions and size by the bytes; ignores the type that the tag declares.
  package init(_ bytes: [UInt8]) throws(CoverProblem) {
    if bytes.isEmpty { throw .empty }
    if bytes.count > Self.maximumBytes { throw .tooManyBytes }
    guard let header = ImageHeader(bytes) else { throw .notAPicture }
    if header.pixels > Self.maximumPixels {
      throw .tooManyPixels(width: header.width, height: header.height)
    }
    self.bytes = bytes
    self.header = header
  }
}

/// The reason why existing album art is not shown.
package enum CoverProblem: Error, Sendable, Hashable {
  case empty
  case tooManyBytes
  case tooManyPixels(width: Int, height: Int)
  /// Neither JPEG nor PNG nor WebP, or cut off before its dimensions.
  case notAPicture
}
