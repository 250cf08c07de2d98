import Testing
import WavethumbBytes

@testable import Codecs

/// The kind of a picture by ID3v2, and by FLAC, which took it over.
private enum PictureRole {
  static let icon = 1
  static let frontCover = 3
  static let backCover = 4
}

struct CoverSearchTests {
  /// Returns the header of a PNG; the search reads nothing after it.
  // Pictures are told apart by their width.
  private static func png(width: Int, height: Int = 7) -> [UInt8] {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    // Eight bits of red, green and blue.
    let kind: [UInt8] = [8, 2, 0, 0, 0]
    let header = bigEndian(width) + bigEndian(height) + kind
    let checksum: [UInt8] = [1, 2, 3, 4]
    return fields(
      signature,
      bigEndian(header.count),
      Array("IHDR".utf8),
      header,
      checksum
    )
  }

  private static func art(in file: [UInt8]) throws(CoverProblem) -> CoverArt? {
    guard let bytes = EmbeddedPictures(of: ByteSource(bytes: file)).best else { return nil }
    return try CoverArt(bytes)
  }

  /// Returns the width of the picture that is found in a file.
  private static func width(in file: [UInt8]) -> Int? {
    try? art(in: file)?.header.width
  }
}

// Pictures in ID3v2.
extension CoverSearchTests {
  /// Returns a frame with a picture.
  private static func frame(
    _ art: [UInt8],
    role: Int = PictureRole.frontCover,
    version: Int = 3,
    encoding: UInt8 = 0,
    type: String = "image/png",
    description: [UInt8] = Array("Front".utf8)
  ) -> [UInt8] {
    let isOf16Bits = encoding == 1 || encoding == 2
    let end = zeros(isOf16Bits ? 2 : 1)
    let role = [UInt8(role)]
    // Version 2 has three letters for a name and for a type.
    if version == 2 {
      let body = fields([encoding], Array("PNG".utf8), role, description, end, art)
      return ID3Bytes.frame("PIC", body: body, version: version)
    }
    let body = fields([encoding], Array(type.utf8), zeros(1), role, description, end, art)
    return ID3Bytes.frame("APIC", body: body, version: version)
  }

  /// Returns the width of the picture that is found in a tag of some frames.
  private static func width(
    inFrames frames: [UInt8]...,
    version: Int = 3,
    flags: UInt8 = 0
  ) -> Int? {
    let tag = ID3Bytes.tag(version: version, flags: flags, frames: Array(frames.joined()))
    return width(in: tag)
  }

  @Test(arguments: [2, 3, 4])
  func `each version of ID3v2 can contain a picture`(version: Int) {
    let picture = Self.frame(Self.png(width: 40), version: version)
    #expect(Self.width(inFrames: picture, version: version) == 40)
  }

  @Test func `a 16-bit description ends with two aligned zeros`() {
    let utf16: UInt8 = 1
    // Little-endian: U+0100 is 00 01, after a letter whose second byte is 00.
    let description: [UInt8] = [0xFF, 0xFE, 0x46, 0, 0, 1]
    let picture = Self.frame(Self.png(width: 41), encoding: utf16, description: description)
    #expect(Self.width(inFrames: picture) == 41)
  }

  @Test func `a picture in an unsynchronised tag is restored`() {
    // A width that looks like a sync word, which is what the inserted zeros hide from MP3 decoders.
    let width = 0xFFE0
    let frames = Self.frame(Self.png(width: width))
    var unsynchronised: [UInt8] = []
    for byte in frames {
      unsynchronised.append(byte)
      if byte == 0xFF {
        unsynchronised.append(0)
      }
    }
    #expect(unsynchronised.count > frames.count)
    let found = Self.width(inFrames: unsynchronised, flags: ID3Bytes.unsynchronised)
    #expect(found == width)
  }

  @Test func `the front cover is preferred, an icon comes last`() {
    let back = Self.frame(Self.png(width: 50), role: PictureRole.backCover)
    let front = Self.frame(Self.png(width: 51), role: PictureRole.frontCover)
    let icon = Self.frame(Self.png(width: 32), role: PictureRole.icon)
    #expect(Self.width(inFrames: back, front) == 51)
    #expect(Self.width(inFrames: icon, back) == 50)
    #expect(Self.width(inFrames: icon) == 32)
  }

  @Test func `a declared type is ignored, and a link is not a picture`() {
    let art = Self.png(width: 52)
    let declaredJPEG = Self.frame(art, type: "image/jpeg")
    #expect(Self.width(inFrames: declaredJPEG) == 52)
    // By the specification, an address is where the picture would be.
    let link = Self.frame(art, type: "-->")
    #expect(Self.width(inFrames: link) == nil)
  }

  @Test func `empty and too large art is rejected with a reason`() {
    func problem(with art: [UInt8]) -> CoverProblem? {
      let file = ID3Bytes.tag(version: 3, frames: Self.frame(art))
      do {
        _ = try Self.art(in: file)
        return nil
      } catch {
        return error
      }
    }
    #expect(problem(with: []) == .empty)
    #expect(problem(with: Array("GIF89a".utf8)) == .notAPicture)

    // Four bytes a pixel would be 400 MB.
    let vast = Self.png(width: 100_000, height: 1_000)
    #expect(problem(with: vast) == .tooManyPixels(width: 100_000, height: 1_000))

    let megabytes = [UInt8](repeating: 0, count: 30 << 20)
    #expect(problem(with: Self.png(width: 10) + megabytes) == .tooManyBytes)
  }

  @Test func `a tag with a picture that is cut anywhere is harmless`() {
    let tag = ID3Bytes.tag(version: 3, frames: Self.frame(Self.png(width: 81)))
    for count in 0..<tag.count {
      _ = EmbeddedPictures(of: ByteSource(bytes: Array(tag.prefix(count))))
    }
  }
}

// Pictures in FLAC, and in comments of Ogg.
extension CoverSearchTests {
  private static let mediaType = Array("image/png".utf8)

  /// Returns the contents of a picture block of FLAC.
  private static func picture(_ art: [UInt8], role: Int = PictureRole.frontCover) -> [UInt8] {
    let description = Array("hi".utf8)
    return fields(
      bigEndian(role),
      bigEndian(mediaType.count),
      mediaType,
      bigEndian(description.count),
      description,
      zeros(16),  // width, height, depth and number of colors, which nobody believes
      bigEndian(art.count),
      art
    )
  }

  /// The types of metadata blocks of FLAC.
  private enum BlockType {
    static let streamInfo: UInt8 = 0
    static let picture: UInt8 = 6
  }

  /// Returns a metadata block of FLAC.
  private static func block(_ type: UInt8, _ content: [UInt8], isLast: Bool = false) -> [UInt8] {
    let lastBit: UInt8 = isLast ? 0x80 : 0
    return fields([lastBit | type], bigEndian(content.count, bytes: 3), content)
  }

  private static let flac = Array("fLaC".utf8)

  // A file of a million small pictures must not take a look at each.
  @Test(arguments: [
    (backCovers: 0, width: 90),
    (backCovers: 63, width: 90),
    (backCovers: 64, width: 40),
  ])
  func `the front cover is looked for among sixty-four pictures`(backCovers: Int, width: Int) {
    let back = Self.picture(Self.png(width: 40), role: PictureRole.backCover)
    let front = Self.picture(Self.png(width: 90))
    let backs = repeatElement(Self.block(BlockType.picture, back), count: backCovers)
    let last = Self.block(BlockType.picture, front, isLast: true)
    #expect(Self.width(in: Self.flac + backs.joined() + last) == width)
  }

  @Test func `FLAC pictures are found in metadata blocks`() {
    let streamInfo = Self.block(BlockType.streamInfo, zeros(34))
    let front = Self.picture(Self.png(width: 60))
    let file = fields(
      Self.flac,
      streamInfo,
      Self.block(BlockType.picture, front, isLast: true)
    )
    #expect(Self.width(in: file) == 60)

    // An ID3 tag before the FLAC has another picture.
    let back = Self.frame(Self.png(width: 61), role: PictureRole.backCover)
    let tag = ID3Bytes.tag(version: 3, frames: back)
    #expect(Self.width(in: tag + file) == 60)
  }

  @Test func `Base64 pictures in Vorbis comments are found across pages`() {
    let art = Self.png(width: 70) + [UInt8](repeating: 7, count: 100_000)
    let picture = Base64.text(of: Self.picture(art))
    let comments = ["A=b", "metadata_block_picture=" + picture]
    let packet = Array("OpusTags".utf8) + Self.commentList(comments)
    let head = OggBytes.page(Array("OpusHead".utf8), serial: 99, number: 0)
    let tags = OggBytes.pages(ofPacket: packet, serial: 99, firstNumber: 1)
    let file = head + tags

    #expect(file.count > 2 * OggPage.maximumLength)
    #expect(Self.width(in: file) == 70)
  }

  /// Returns a comment list: a vendor, a count, and comments, all texts behind their lengths.
  private static func commentList(_ comments: [String]) -> [UInt8] {
    func text(_ text: String) -> [UInt8] {
      littleEndian(text.utf8.count) + Array(text.utf8)
    }
    return fields(
      text("me"),
      littleEndian(comments.count),
      comments.flatMap(text)
    )
  }

  @Test func `wrong lengths of pictures are rejected`() {
    let picture = Self.picture(Self.png(width: 80))
    var wrong = picture
    // The lowest byte of the length of the type, which follows the role.
    wrong[7] = 0xFF
    #expect(EmbeddedPicture(flac: picture) != nil)
    #expect(EmbeddedPicture(flac: wrong) == nil)

    // Cut at each byte: no length may lead beyond the end.
    for count in 0..<picture.count {
      #expect(EmbeddedPicture(flac: Array(picture.prefix(count))) == nil)
    }
  }
}
