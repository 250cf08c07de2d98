import Testing

@testable import Codecs

/// Returns an ID3v2 tag with one frame.
private func tag(_ version: UInt8, flags: UInt8 = 0, _ frames: [UInt8]) -> [UInt8] {
  let size = frames.count
  // Seven bits a byte, so that no byte looks like a sync word.
  let sizeBytes = [21, 14, 7, 0].map { UInt8(size >> $0 & 127) }
  return Array("ID3".utf8) + [version, 0, flags] + sizeBytes + frames
}

private func frame(_ id: String, _ body: [UInt8]) -> [UInt8] {
  Array(id.utf8) + [0, 0, UInt8(body.count >> 7), UInt8(body.count & 127), 0, 0] + body
}

private func title(_ bytes: [UInt8]) -> String? {
  ID3Tag(ByteSource(bytes: bytes), at: 0)?.tags.title
}

/// Returns the title of a tag of version 4 with only a frame of these bytes.
private func title(ofFrame body: [UInt8]) -> String? { title(tag(4, frame("TIT2", body))) }

@Test func `ID3 text is decoded in four encodings`() {
  #expect(title(ofFrame: [0, 0x43, 0xE9]) == "Cé")
  #expect(title(ofFrame: [1, 0xFF, 0xFE, 0x43, 0, 0xE9, 0]) == "Cé")
  #expect(title(ofFrame: [2, 0, 0x43, 0, 0xE9]) == "Cé")
  #expect(title(ofFrame: [3, 0x43, 0xC3, 0xA9]) == "Cé")
}

@Test func `UTF-8 in a frame declared as Latin-1 is accepted`() {
  #expect(title(tag(3, frame("TIT2", [0] + Array("Café".utf8)))) == "Café")
}

@Test func `broken tag text is repaired, cut and cleaned`() {
  #expect(title(ofFrame: [3, 0x41, 0xFF, 0x42]) == "A\u{FFFD}B")
  #expect(title(ofFrame: [3, 0x41, 0x1B, 0x42, 0, 0x43]) == "A B")
  #expect(title(ofFrame: [3, 0x20, 0x20]) == nil)
  #expect(title(ofFrame: [1, 0xFF]) == nil)
  #expect(title(tag(4, frame("TIT2", [])) + [1]) == nil)
  let long = [3] + [UInt8](repeating: 0x61, count: 5000)
  #expect(title(ofFrame: long)?.utf8.count == TagText.maximumBytes)
}

@Test func `an unsynchronised ID3 tag is restored`() {
  #expect(title(tag(3, flags: 0x80, frame("TIT2", [0, 0x41, 0xFF, 0, 0x42]))) == nil)
  let body: [UInt8] = [0, 0x41, 0xFF, 0x42]
  let spelt = Array("TIT2".utf8) + [0, 0, 0, 4, 0, 0] + [0, 0x41, 0xFF, 0, 0x42]
  #expect(body.count == 4)
  #expect(title(tag(3, flags: 0x80, spelt)) == "AÿB")
}

@Test func `an ID3 frame size with eight bits per byte is accepted`() {
  let contents = [UInt8](repeating: 0x63, count: 296)
  // As ffmpeg writes it in version 4; as a synchsafe integer it would be 168.
  let table = Array("CTOC".utf8) + [0, 0, 1, 40, 0, 0] + contents
  #expect(title(tag(4, table + frame("TIT2", [3, 0x41]))) == "A")
  let safe = Array("CTOC".utf8) + [0, 0, 2, 40, 0, 0] + contents
  #expect(title(tag(4, safe + frame("TIT2", [3, 0x41]))) == "A")
  #expect(title(tag(4, frame("TIT2", [3, 0x41]) + table)) == "A")
}

@Test func `wrong sizes in an ID3 tag are harmless`() {
  for size in [UInt8(0x7F), 0xFF] {
    let frame = Array("TIT2".utf8) + [size, size, size, size, 0, 0, 3, 0x41]
    for version in UInt8(2)...4 {
      #expect(title(tag(version, frame)) == nil)
    }
  }
  #expect(title(tag(3, flags: 0x40, [0xFF, 0xFF, 0xFF, 0xFF])) == nil)
  #expect(title(tag(4, flags: 0x40, [0x7F, 0x7F, 0x7F, 0x7F])) == nil)
  #expect(ID3Tag(ByteSource(bytes: Array("ID3".utf8)), at: 0) == nil)
  #expect(ID3Tag(ByteSource(bytes: tag(9, [])), at: 0) == nil)
}

@Test func `an MPEG frame header is distinguished from other bytes`() {
  #expect(MPEGFrameHeader([0xFF, 0xFB, 0x90, 0x64])?.length == 417)
  #expect(MPEGFrameHeader([0xFF, 0xFB, 0x92, 0x64])?.length == 418)
  #expect(MPEGFrameHeader([0xFF, 0xF3, 0x84, 0x64])?.sampleRate == 24000)
  #expect(MPEGFrameHeader([0xFF, 0xFB, 0x00, 0x64])?.length == nil)
  #expect(MPEGFrameHeader([0xFF, 0xFB, 0xF0, 0x64]) == nil)
  #expect(MPEGFrameHeader([0xFF, 0xFB, 0x9C, 0x64]) == nil)
  #expect(MPEGFrameHeader([0xFF, 0xEB, 0x90, 0x64]) == nil)
  #expect(MPEGFrameHeader([0xFF, 0xF9, 0x90, 0x64]) == nil)
  #expect(MPEGFrameHeader([0xFF, 0xFB, 0x90]) == nil)
}

@Test func `a search among endless sync words is given up`() {
  for pattern in [[0xFF], [0xFF, 0xFB], [0xFF, 0xFB, 0x00, 0x64], [0xFF, 0xFB, 0x90, 0x64]] {
    let bytes = (0..<(1 << 18)).map { UInt8(pattern[$0 % pattern.count]) }
    let search = MPEGSearch(source: ByteSource(bytes: bytes))
    let found = search.first(from: 0, within: 1 << 18)
    #expect(found == nil || found?.offset == 0)
  }
}
