import Testing

@testable import Codecs

/// Returns the title in a tag of some frames.
private func title(version: Int = 4, flags: UInt8 = 0, frames: [UInt8]) -> String? {
  let tag = ID3Bytes.tag(version: version, flags: flags, frames: frames)
  return ID3Tag(ByteSource(bytes: tag), at: 0)?.tags.title
}

/// Returns the title of a tag with only a frame of these bytes, the first of which is the encoding.
private func title(ofFrame body: [UInt8], version: Int = 4) -> String? {
  let frame = ID3Bytes.frame("TIT2", body: body, version: version)
  return title(version: version, frames: frame)
}

/// The encodings of text in ID3v2.
private enum Encoding {
  static let latin1: UInt8 = 0
  /// 16 bits a unit, with a mark of the order of bytes.
  static let utf16: UInt8 = 1
  static let utf16BigEndian: UInt8 = 2
  static let utf8: UInt8 = 3
}

@Test func `ID3 text is decoded in four encodings`() {
  let latin1 = [Encoding.latin1, 0x43, 0xE9]
  let littleEndianMark: [UInt8] = [0xFF, 0xFE]
  let utf16 = [Encoding.utf16] + littleEndianMark + [0x43, 0, 0xE9, 0]
  let utf16BigEndian = [Encoding.utf16BigEndian, 0, 0x43, 0, 0xE9]
  let utf8 = [Encoding.utf8, 0x43, 0xC3, 0xA9]
  for text in [latin1, utf16, utf16BigEndian, utf8] {
    #expect(title(ofFrame: text) == "Cé")
  }
}

// Many programs write it so; read as Latin-1, the title would be "CafÃ©".
@Test func `UTF-8 in a frame declared as Latin-1 is accepted`() {
  let text = [Encoding.latin1] + Array("Café".utf8)
  #expect(title(ofFrame: text, version: 3) == "Café")
}

@Test func `broken tag text is repaired`() {
  // A byte that is no UTF-8.
  let broken = [Encoding.utf8, 0x41, 0xFF, 0x42]
  #expect(title(ofFrame: broken) == "A\u{FFFD}B")
}

// A terminal would obey the escape.
@Test func `tag text ends at a zero, and has no control characters`() {
  let escape: UInt8 = 0x1B
  let text = [Encoding.utf8, 0x41, escape, 0x42, 0, 0x43]
  #expect(title(ofFrame: text) == "A B")
}

@Test func `tag text without characters is none`() {
  let spaces = [Encoding.utf8, 0x20, 0x20]
  let halfAUnit = [Encoding.utf16, 0xFF]
  let nothing: [UInt8] = []
  for text in [spaces, halfAUnit, nothing] {
    #expect(title(ofFrame: text) == nil)
  }
}

@Test func `long tag text is cut`() {
  let long = [Encoding.utf8] + [UInt8](repeating: 0x61, count: 5000)
  #expect(title(ofFrame: long)?.utf8.count == TagText.maximumBytes)
}

@Test func `an unsynchronised ID3 tag is restored`() {
  func title(declaredSize: Int) -> String? {
    // The zero after 0xFF was inserted.
    let body = [Encoding.latin1, 0x41, 0xFF, 0, 0x42]
    let frame = ID3Bytes.frame("TIT2", size: bigEndian(declaredSize), body: body)
    return CodecsTests.title(version: 3, flags: ID3Bytes.unsynchronised, frames: frame)
  }
  // The size is that of the body without the inserted byte; with it, the frame would be longer than
  // the restored tag.
  #expect(title(declaredSize: 4) == "AÿB")
  #expect(title(declaredSize: 5) == nil)
}

// As ffmpeg writes it in version 4.
@Test func `an ID3 frame size with eight bits per byte is accepted`() {
  let titleFrame = ID3Bytes.frame("TIT2", body: [Encoding.utf8, 0x41])
  let contents = [UInt8](repeating: 0x63, count: 296)
  // Read as a synchsafe integer, 296 in eight bits a byte would be 168.
  let table = ID3Bytes.frame("CTOC", size: bigEndian(296), body: contents)
  let synchsafe = ID3Bytes.frame("CTOC", size: ID3Bytes.synchsafe(296), body: contents)
  for frames in [table + titleFrame, titleFrame + table, synchsafe + titleFrame] {
    #expect(title(frames: frames) == "A")
  }
}

// The largest size of seven and of eight bits a byte: 256 MiB, and 4 GiB, which is negative in 32 bits.
@Test(arguments: [0x7F, 0xFF] as [UInt8])
func `wrong sizes in an ID3 tag are harmless`(sizeByte: UInt8) {
  let size = [UInt8](repeating: sizeByte, count: 4)
  let frame = ID3Bytes.frame("TIT2", size: size, body: [Encoding.utf8, 0x41])
  for version in 2...4 {
    #expect(title(version: version, frames: frame) == nil)
    // The size of an extended header, which is before all frames.
    #expect(title(version: version, flags: ID3Bytes.extended, frames: size) == nil)
  }
}

@Test func `a truncated head and an unknown version are no ID3 tag`() {
  let truncated = Array("ID3".utf8)
  #expect(ID3Tag(ByteSource(bytes: truncated), at: 0) == nil)
  let unknown = ID3Bytes.tag(version: 9, frames: [])
  #expect(ID3Tag(ByteSource(bytes: unknown), at: 0) == nil)
}

/// The header of an MPEG frame, by its fields.
private struct HeaderFields {
  /// 3 is MPEG-1, 2 is MPEG-2, 1 is reserved.
  var version: UInt8 = 3
  /// 1 is layer III, 0 is reserved.
  var layer: UInt8 = 1
  /// The row in the table of bit rates: 9 is 128 kbit/s, 0 the free format, 15 forbidden.
  var bitRate: UInt8 = 9
  /// The row in the table of sampling rates: 0 is 44.1 kHz, 1 is 48 kHz, 3 reserved.
  var samplingRate: UInt8 = 0
  var hasPadding = false

  var bytes: [UInt8] {
    let syncByte: UInt8 = 0xFF
    let syncBits: UInt8 = 0xE0
    let withoutChecksum: UInt8 = 1
    let padding: UInt8 = hasPadding ? 2 : 0
    let jointStereo: UInt8 = 0x64
    return [
      syncByte,
      syncBits | version << 3 | layer << 1 | withoutChecksum,
      bitRate << 4 | samplingRate << 2 | padding,
      jointStereo,
    ]
  }
}

@Test func `the length of an MPEG frame is computed from its header`() {
  // 144 times 128,000 / 44,100 bytes, and one more with padding.
  let frame = HeaderFields()
  #expect(MPEGFrameHeader(frame.bytes)?.length == 417)
  let padded = HeaderFields(hasPadding: true)
  #expect(MPEGFrameHeader(padded.bytes)?.length == 418)
  // The length of the free format is not in the header.
  let freeFormat = HeaderFields(bitRate: 0)
  #expect(MPEGFrameHeader(freeFormat.bytes) != nil)
  #expect(MPEGFrameHeader(freeFormat.bytes)?.length == nil)
}

@Test func `MPEG-2 has half the sampling rates`() {
  let frame = HeaderFields(version: 2, samplingRate: 1)
  #expect(MPEGFrameHeader(frame.bytes)?.sampleRate == 24_000)
}

@Test func `an MPEG frame header is distinguished from other bytes`() {
  let impossible = [
    HeaderFields(version: 1),
    HeaderFields(layer: 0),
    HeaderFields(bitRate: 15),
    HeaderFields(samplingRate: 3),
  ]
  for fields in impossible {
    #expect(MPEGFrameHeader(fields.bytes) == nil)
  }
  let truncated = Array(HeaderFields().bytes.dropLast())
  #expect(MPEGFrameHeader(truncated) == nil)
}

// Each sync word could begin a frame, so a search that followed all of them would be quadratic: some
// 2^35 steps for these bytes.
@Test(
  arguments: [
    [0xFF],
    [0xFF, 0xFB],
    // The headers of a frame in free format and of one of 417 bytes.
    [0xFF, 0xFB, 0x00, 0x64],
    [0xFF, 0xFB, 0x90, 0x64],
  ] as [[UInt8]]
)
func `a search among endless sync words is given up`(pattern: [UInt8]) {
  let size = 1 << 18
  let bytes = (0..<size).map { offset in pattern[offset % pattern.count] }
  let source = ByteSource(bytes: bytes)
  let found = MPEGSearch(source: source).first(from: 0, within: size)
  // Of whole headers the first is as good as any.
  #expect(found == nil || found?.offset == 0)
  // Measured: 4.7 times the size at most.
  #expect(source.bytesLookedAt < 10 * size)
}
