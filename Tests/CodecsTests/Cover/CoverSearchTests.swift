import Testing
import WavethumbBytes

@testable import Codecs

struct CoverSearchTests {
  /// Returns the header of a PNG; the search reads nothing after it.
  private static func png(_ width: Int, height: Int = 7) -> [UInt8] {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    // Eight bits of red, green and blue.
    let kind: [UInt8] = [8, 2, 0, 0, 0]
    let checksum: [UInt8] = [1, 2, 3, 4]
    let header = big(width) + big(height) + kind
    return signature + big(header.count) + Array("IHDR".utf8) + header + checksum
  }

  private static func big(_ number: Int, count: Int = 4) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func little(_ number: Int) -> [UInt8] { big(number).reversed() }

  private static func syncSafe(_ number: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(number >> (7 * $0) & 0x7F) }
  }

  private static func frame(_ id: String, body: [UInt8], version: Int) -> [UInt8] {
    let beginning = Array(id.utf8)
    let flags: [UInt8] = [0, 0]
    return switch version {
    case 2: beginning + big(body.count, count: 3) + body
    case 3: beginning + big(body.count) + flags + body
    default: beginning + syncSafe(body.count) + flags + body
    }
  }

  private static func tag(_ frames: [UInt8], version: Int, flags: UInt8 = 0) -> [UInt8] {
    Array("ID3".utf8) + [UInt8(version), 0, flags] + syncSafe(frames.count) + frames
  }

  /// Returns a frame with a picture; role 3 is the front cover, 4 the back and 1 an icon.
  private static func picture(
    _ art: [UInt8],
    role: UInt8 = 3,
    version: Int = 3,
    encoding: UInt8 = 0,
    type: String = "image/png",
    description: [UInt8] = Array("Front".utf8)
  ) -> [UInt8] {
    let id = version == 2 ? "PIC" : "APIC"
    let format = version == 2 ? Array("PNG".utf8) : Array(type.utf8) + [0]
    let isOf16Bits = encoding == 1 || encoding == 2
    let end: [UInt8] = isOf16Bits ? [0, 0] : [0]
    let body = [encoding] + format + [role] + description + end + art
    return frame(id, body: body, version: version)
  }

  private static func art(in file: [UInt8]) throws(CoverProblem) -> CoverArt? {
    guard let bytes = EmbeddedPictures(of: ByteSource(bytes: file)).best else { return nil }
    return try CoverArt(bytes)
  }

  private static func width(_ file: [UInt8]) -> Int? {
    try? art(in: file)?.header.width
  }

  @Test(arguments: [2, 3, 4])
  func `each version of ID3v2 can contain a picture`(version: Int) {
    let picture = Self.picture(Self.png(40), version: version)
    #expect(Self.width(Self.tag(picture, version: version)) == 40)
  }

  @Test func `a 16-bit description ends with two aligned zeros`() {
    // Little-endian: U+0100 is 00 01, after a letter whose second byte is 00.
    let description: [UInt8] = [0xFF, 0xFE, 0x46, 0, 0, 1]
    let picture = Self.picture(Self.png(41), encoding: 1, description: description)
    #expect(Self.width(Self.tag(picture, version: 3)) == 41)
  }

  @Test func `a picture in an unsynchronised tag is restored`() {
    // A width that looks like a sync word, which is what the inserted zeros hide from MP3 decoders.
    let frames = Self.picture(Self.png(0xFFE0), version: 3)
    var guarded: [UInt8] = []
    for byte in frames {
      guarded.append(byte)
      if byte == 0xFF {
        guarded.append(0)
      }
    }
    #expect(guarded.count > frames.count)
    #expect(Self.width(Self.tag(guarded, version: 3, flags: 0x80)) == 0xFFE0)
  }

  @Test func `the front cover is preferred, an icon comes last`() {
    let back = Self.picture(Self.png(50), role: 4)
    let front = Self.picture(Self.png(51), role: 3)
    let icon = Self.picture(Self.png(32), role: 1)
    #expect(Self.width(Self.tag(back + front, version: 3)) == 51)
    #expect(Self.width(Self.tag(icon + back, version: 3)) == 50)
    #expect(Self.width(Self.tag(icon, version: 3)) == 32)
  }

  @Test(arguments: [(0, 90), (63, 90), (64, 40)])
  func `the front cover is looked for among sixty-four pictures`(before: Int, width: Int) {
    // A file of a million small pictures must not take a look at each.
    let backs = (0..<before).flatMap { _ in Self.pictureBlock(Self.block(Self.png(40), role: 4)) }
    let front = Self.pictureBlock(Self.block(Self.png(90)), isLast: true)
    #expect(Self.width(Array("fLaC".utf8) + backs + front) == width)
  }

  /// Returns a metadata block of FLAC: type 6 is a picture, the upper bit marks the last block.
  private static func pictureBlock(_ block: [UInt8], isLast: Bool = false) -> [UInt8] {
    [isLast ? 0x86 : 6] + big(block.count, count: 3) + block
  }

  @Test func `a declared type is ignored, and a link is not a picture`() {
    let declaredJPEG = Self.picture(Self.png(52), type: "image/jpeg")
    let link = Self.picture(Self.png(52), type: "-->")
    #expect(Self.width(Self.tag(declaredJPEG, version: 3)) == 52)
    #expect(Self.width(Self.tag(link, version: 3)) == nil)
  }

  @Test func `empty and too large art is rejected with a reason`() {
    func problem(_ art: [UInt8]) -> CoverProblem? {
      let file = Self.tag(Self.picture(art), version: 3)
      do {
        _ = try Self.art(in: file)
        return nil
      } catch {
        return error
      }
    }
    #expect(problem([]) == .empty)
    #expect(problem(Array("GIF89a".utf8)) == .notAPicture)
    // Four bytes a pixel would be 400 MB.
    #expect(
      problem(Self.png(100_000, height: 1_000)) == .tooManyPixels(width: 100_000, height: 1_000)
    )

    let huge = Self.png(10) + [UInt8](repeating: 0, count: 30 << 20)
    #expect(problem(huge) == .tooManyBytes)
  }

  /// Returns the contents of a picture block of FLAC.
  private static func block(_ art: [UInt8], role: Int = 3) -> [UInt8] {
    let type = Array("image/png".utf8)
    let description = Array("hi".utf8)
    // Width, height, depth and number of colors, which nobody believes.
    let size = [UInt8](repeating: 0, count: 16)
    var block = big(role)
    block += big(type.count) + type
    block += big(description.count) + description
    block += size
    block += big(art.count) + art
    return block
  }

  @Test func `FLAC pictures are found in metadata blocks`() {
    let info = [UInt8](repeating: 0, count: 34)
    let art = Self.block(Self.png(60))
    let beginning = Array("fLaC".utf8) + [0] + Self.big(info.count, count: 3) + info
    let file = beginning + [0x86] + Self.big(art.count, count: 3) + art
    #expect(Self.width(file) == 60)
    let back = Self.tag(Self.picture(Self.png(61), role: 4), version: 3)
    #expect(Self.width(back + file) == 60)
  }

  @Test func `Base64 pictures in Vorbis comments are found across pages`() {
    let art = Self.png(70) + [UInt8](repeating: 7, count: 100_000)
    let comment =
      Array("metadata_block_picture=".utf8) + Array(Base64.text(of: Self.block(art)).utf8)
    let vendor = Array("me".utf8)
    let shortComment = Array("A=b".utf8)
    var packet = Array("OpusTags".utf8)
    packet += Self.little(vendor.count) + vendor
    packet += Self.little(2)
    packet += Self.little(shortComment.count) + shortComment
    packet += Self.little(comment.count) + comment

    let file = Self.page(Array("OpusHead".utf8)) + Self.pages(packet)
    // The largest page has 27 bytes of a head, 255 sizes and 255 · 255 bytes.
    #expect(file.count > 2 * 65_307)
    #expect(Self.width(file) == 70)
  }

  /// Returns the Ogg pages of one stream; all but the last are full.
  private static func pages(_ packet: [UInt8]) -> [UInt8] {
    stride(from: 0, through: packet.count, by: 255 * 255).flatMap { start in
      page(Array(packet[start..<min(start + 255 * 255, packet.count)]))
    }
  }

  private static func page(_ part: [UInt8]) -> [UInt8] {
    let full = part.count / 255
    var sizes = [UInt8](repeating: 255, count: full)
    // A packet ends in a segment that is not full; a page has at most 255 segments.
    if full < 255 {
      sizes.append(UInt8(part.count % 255))
    }
    let versionTypeAndPosition = [UInt8](repeating: 0, count: 10)
    let numberAndChecksum = [UInt8](repeating: 0, count: 8)
    return Array("OggS".utf8) + versionTypeAndPosition + little(99) + numberAndChecksum
      + [UInt8(sizes.count)] + sizes + part
  }

  @Test func `wrong lengths of pictures are rejected`() {
    let block = Self.block(Self.png(80))
    var wrong = block
    wrong[3] = 3
    // The lowest byte of the length of the type.
    wrong[7] = 0xFF
    #expect(EmbeddedPicture(flac: wrong) == nil)

    // Each length, cut at each byte: none may lead beyond the end.
    for count in 0..<block.count {
      #expect(EmbeddedPicture(flac: Array(block.prefix(count))) == nil)
    }

    let tag = Self.tag(Self.picture(Self.png(81)), version: 3)
    for count in 0..<tag.count {
      _ = EmbeddedPictures(of: ByteSource(bytes: Array(tag.prefix(count))))
    }
  }
}
