import Testing

@testable import Codecs

/// Returns an ID3v2 tag with one frame.
private func tag(_ version: UInt8, flags: UInt8 = 0, frames: [UInt8]) -> [UInt8] {
  let size = frames.count
  // Seven bits a byte, so that no byte looks like a sync word.
  let sizeBytes = [21, 14, 7, 0].map { UInt8(size >> $0 & 127) }
  return Array("ID3".utf8) + [version, 0, flags] + sizeBytes + frames
}

/// Returns a frame, with a size of seven bits a byte and no flags.
private func frame(_ id: String, body: [UInt8]) -> [UInt8] {
  let size = [0, 0, UInt8(body.count >> 7), UInt8(body.count & 127)]
  let flags: [UInt8] = [0, 0]
  return Array(id.utf8) + size + flags + body
}

private func title(_ bytes: [UInt8]) -> String? {
  ID3Tag(ByteSource(bytes: bytes), at: 0)?.tags.title
}

/// Returns the title of a tag of version 4 with only a frame of these bytes.
private func title(ofFrame body: [UInt8]) -> String? {
  title(tag(4, frames: frame("TIT2", body: body)))
}

@Test func `ID3 text is decoded in four encodings`() {
  // The first byte names the encoding.
  let latin: [UInt8] = [0, 0x43, 0xE9]
  let littleEndianWithMark: [UInt8] = [1, 0xFF, 0xFE, 0x43, 0, 0xE9, 0]
  let bigEndian: [UInt8] = [2, 0, 0x43, 0, 0xE9]
  let utf8: [UInt8] = [3, 0x43, 0xC3, 0xA9]
  for text in [latin, littleEndianWithMark, bigEndian, utf8] {
    #expect(title(ofFrame: text) == "Cé")
  }
}

// Many programs write it so; read as Latin-1, the title would be "CafÃ©".
@Test func `UTF-8 in a frame declared as Latin-1 is accepted`() {
  let titleFrame = frame("TIT2", body: [0] + Array("Café".utf8))
  #expect(title(tag(3, frames: titleFrame)) == "Café")
}

@Test func `broken tag text is repaired, cut and cleaned`() {
  // A byte that is no UTF-8; an escape, which a terminal would obey, and what follows a zero.
  #expect(title(ofFrame: [3, 0x41, 0xFF, 0x42]) == "A\u{FFFD}B")
  #expect(title(ofFrame: [3, 0x41, 0x1B, 0x42, 0, 0x43]) == "A B")
  // Only spaces, half of a 16-bit unit, and nothing.
  #expect(title(ofFrame: [3, 0x20, 0x20]) == nil)
  #expect(title(ofFrame: [1, 0xFF]) == nil)
  #expect(title(tag(4, frames: frame("TIT2", body: [])) + [1]) == nil)
  let long = [3] + [UInt8](repeating: 0x61, count: 5000)
  #expect(title(ofFrame: long)?.utf8.count == TagText.maximumBytes)
}

@Test func `an unsynchronised ID3 tag is restored`() {
  let isUnsynchronised: UInt8 = 0x80
  // The zero after 0xFF was inserted.
  let inserted: [UInt8] = [0, 0x41, 0xFF, 0, 0x42]
  // Without it, the frame is longer than the tag.
  #expect(title(tag(3, flags: isUnsynchronised, frames: frame("TIT2", body: inserted))) == nil)
  let body: [UInt8] = [0, 0x41, 0xFF, 0x42]
  #expect(body.count == 4)
  // Its size is that of the body without the inserted byte.
  let spelt = Array("TIT2".utf8) + [0, 0, 0, 4, 0, 0] + inserted
  #expect(title(tag(3, flags: isUnsynchronised, frames: spelt)) == "AÿB")
}

@Test func `an ID3 frame size with eight bits per byte is accepted`() {
  let contents = [UInt8](repeating: 0x63, count: 296)
  let titleFrame = frame("TIT2", body: [3, 0x41])
  // As ffmpeg writes it in version 4; as a synchsafe integer it would be 168.
  let table = Array("CTOC".utf8) + [0, 0, 1, 40, 0, 0] + contents
  #expect(title(tag(4, frames: table + titleFrame)) == "A")
  // 296 as a synchsafe integer, 2 times 128 and 40.
  let safe = Array("CTOC".utf8) + [0, 0, 2, 40, 0, 0] + contents
  #expect(title(tag(4, frames: safe + titleFrame)) == "A")
  #expect(title(tag(4, frames: titleFrame + table)) == "A")
}

@Test func `wrong sizes in an ID3 tag are harmless`() {
  // The largest size of seven and of eight bits a byte: 256 MiB, and 4 GiB, which is negative in 32
  // bits.
  for size in [UInt8(0x7F), 0xFF] {
    let frame = Array("TIT2".utf8) + [size, size, size, size, 0, 0, 3, 0x41]
    for version in UInt8(2)...4 {
      #expect(title(tag(version, frames: frame)) == nil)
    }
  }

  #expect(title(tag(3, flags: 0x40, frames: [0xFF, 0xFF, 0xFF, 0xFF])) == nil)
  #expect(title(tag(4, flags: 0x40, frames: [0x7F, 0x7F, 0x7F, 0x7F])) == nil)
  // A head that is cut, and a version that does not exist.
  #expect(ID3Tag(ByteSource(bytes: Array("ID3".utf8)), at: 0) == nil)
  #expect(ID3Tag(ByteSource(bytes: tag(9, frames: [])), at: 0) == nil)
}

@Test func `an MPEG frame header is distinguished from other bytes`() {
  // 128 kbit/s at 44.1 kHz: 144 · 128,000 / 44,100 bytes, and one more with padding.
  #expect(MPEGFrameHeader([0xFF, 0xFB, 0x90, 0x64])?.length == 417)
  #expect(MPEGFrameHeader([0xFF, 0xFB, 0x92, 0x64])?.length == 418)
  // MPEG-2.
  #expect(MPEGFrameHeader([0xFF, 0xF3, 0x84, 0x64])?.sampleRate == 24000)
  // The free format, whose length is not in the header.
  #expect(MPEGFrameHeader([0xFF, 0xFB, 0x00, 0x64])?.length == nil)
  // The forbidden bit rate and sampling rate, the reserved version and layer.
  #expect(MPEGFrameHeader([0xFF, 0xFB, 0xF0, 0x64]) == nil)
  #expect(MPEGFrameHeader([0xFF, 0xFB, 0x9C, 0x64]) == nil)
  #expect(MPEGFrameHeader([0xFF, 0xEB, 0x90, 0x64]) == nil)
  #expect(MPEGFrameHeader([0xFF, 0xF9, 0x90, 0x64]) == nil)
  // Three bytes.
  #expect(MPEGFrameHeader([0xFF, 0xFB, 0x90]) == nil)
}

// Each sync word could begin a frame, so a search that followed all of them would be quadratic. The
// last pattern is a whole header, of which the first is as good as any.
@Test func `a search among endless sync words is given up`() {
  for pattern in [[0xFF], [0xFF, 0xFB], [0xFF, 0xFB, 0x00, 0x64], [0xFF, 0xFB, 0x90, 0x64]] {
    let bytes = (0..<(1 << 18)).map { UInt8(pattern[$0 % pattern.count]) }
    let search = MPEGSearch(source: ByteSource(bytes: bytes))
    let found = search.first(from: 0, within: 1 << 18)
    #expect(found == nil || found?.offset == 0)
  }
}
