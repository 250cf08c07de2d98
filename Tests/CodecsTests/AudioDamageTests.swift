import Testing
import WavethumbBytes

@testable import Codecs

// Arrays of samples are compared before `#expect`, which would print all of them.

/// The samples of a frame of MPEG-1, layer II or III.
private let samplesPerFrame = 1152

extension [UInt8] {
  /// Writes zeros over a range of bytes.
  fileprivate mutating func clear(_ range: Range<Int>) {
    replaceSubrange(range, with: zeros(range.count))
  }
}

@Test func `a hole in an MP3 is a gap as long as the frames that it hit`() throws {
  let original = fixture("plain.mp3") + fixture("plain.mp3")
  let whole = try Decoded(original)
  var bytes = original
  // Covers five frame headers (frames have 313 or 314 bytes), more than libmpg123's search range.
  bytes.clear(7000..<8500)
  let damaged = try Decoded(bytes)
  #expect(damaged.gaps.count == 1)
  #expect(damaged.lostFrames == 5 * samplesPerFrame)
  #expect(damaged.frames == whole.frames)
  #expect(damaged.ending == AudioEnding())

  // Two frames less, since neighbors overlap and a decoder is delayed.
  let gapStart = try #require(damaged.gaps.first?.key)
  let sameBytes = (gapStart - 2 * samplesPerFrame) * whole.frameBytes
  let isSame = damaged.samples.prefix(sameBytes) == whole.samples.prefix(sameBytes)
  #expect(isSame)
}

/// Returns the offsets of the first frames of an MP3; the last may be its end.
private func frameOffsets(in bytes: [UInt8], maximumCount: Int) throws -> [Int] {
  let search = MPEGSearch(source: ByteSource(bytes: bytes))
  var offset = try #require(search.first(from: 0, within: 5000)).offset
  var offsets = [offset]
  while offsets.count < maximumCount, let length = search.header(at: offset)?.length {
    offset += length
    offsets.append(offset)
  }
  return offsets
}

@Test
func `lost frames of a variable bit rate are as many as the encoder noted and are missing`() throws
{
  let whole = try Decoded(fixture: "vbr.mp3")
  var bytes = fixture("vbr.mp3")
  // Six frames of about 140 bytes after two long and two short ones: by the mean length of a frame,
  // the hole would have fewer.
  let offsets = try frameOffsets(in: bytes, maximumCount: 12)
  try #require(offsets.count == 12)
  bytes.clear(offsets[5]..<offsets[11])
  let damaged = try Decoded(bytes)
  #expect(damaged.gaps.count == 1)
  #expect(damaged.lostFrames == 6 * samplesPerFrame)
  #expect(abs(damaged.frames - whole.frames) <= samplesPerFrame)
}

@Test(arguments: ["plain.mp3", "cbr.mp3", "free.mp3", "layer2.mp2"])
func `zeros behind an MP3 are not searched, and change nothing`(name: String) throws {
  let whole = try Decoded(fixture: name)
  let padding = 6 << 20
  let source = ByteSource(bytes: fixture(name) + zeros(padding))
  let padded = try Decoded(source)
  let isSame = padded.samples == whole.samples
  #expect(isSame)
  #expect(padded.gaps.isEmpty)
  #expect(source.bytesLookedAt < padding)
}

// A header has four bytes.
@Test(arguments: ["plain.mp3", "mono.mp3", "layer2.mp2"], 1...3)
func `a short MP3 that is cut within a header is decoded`(
  name: String,
  headerBytes: Int
) throws {
  let bytes = fixture(name)
  let offsets = try frameOffsets(in: bytes, maximumCount: 8)
  try #require(offsets.count > 4)
  // Not after the first frame, which may have the encoder's info and no sound.
  for end in offsets.dropFirst(2) where end + headerBytes <= bytes.count {
    let whole = try Decoded(Array(bytes[offsets[0]..<end]))
    let cut = try Decoded(Array(bytes[offsets[0]..<end + headerBytes]))
    let isSame = cut.samples == whole.samples
    #expect(isSame, "up to byte \(end)")
  }
}

@Test func `tags between the frames of joined MP3s are no gap`() throws {
  // Longer than libmpg123 searches.
  let tag = ID3Bytes.tag(frames: [UInt8](repeating: 7, count: 31 * 128))
  let one = try Decoded(fixture: "plain.mp3")
  let joined = try Decoded(fixture("plain.mp3") + tag + fixture("plain.mp3"))
  #expect(joined.gaps.isEmpty)
  #expect(joined.frames == 2 * one.frames)
}

@Test(arguments: [3000, 7000, 11_000])
func `one flipped bit of a FLAC costs the frame that it is in`(at offset: Int) throws {
  let whole = try Decoded(fixture: "flac16.flac")
  var bytes = fixture("flac16.flac")
  bytes[offset] ^= 16
  let damaged = try Decoded(bytes)
  #expect(damaged.frames == whole.frames)

  let samplesPerBlock = 4096
  let (start, count) = try #require(damaged.gaps.first)
  #expect(damaged.gaps.count == 1)
  #expect(start % samplesPerBlock == 0)
  #expect(count == samplesPerBlock)

  var expected = whole.samples
  expected.clear(start * whole.frameBytes..<(start + count) * whole.frameBytes)
  let isSame = damaged.samples == expected
  #expect(isSame)
  #expect(damaged.ending == AudioEnding())
}

@Test func `a FLAC whose blocks before the sound are damaged is decoded all the same`() throws {
  var bytes = fixture("flac16.flac")
  // The signature has 4 bytes, and the format block 38: byte 43 is in the length of the next one.
  bytes[43] ^= 0x40
  let damaged = try Decoded(bytes)
  let whole = try Decoded(fixture: "flac16.flac")
  let isSame = damaged.samples == whole.samples
  #expect(isSame)
}

@Test func `a frame of an MP3 that decodes to absurdly loud noise is a gap`() throws {
  let whole = try Decoded(fixture: "plain.mp3")
  var bytes = fixture("plain.mp3")
  let frame = try #require(try frameOffsets(in: bytes, maximumCount: 11).last)
  // The maximum gain of the first granule: eight bits across two bytes of the side information.
  bytes[frame + 9] |= 0x7F
  bytes[frame + 10] |= 0x80
  let damaged = try Decoded(bytes)

  // The next frame overlaps with the damaged one.
  let lostFrames = damaged.lostFrames / samplesPerFrame
  #expect((1...2).contains(lostFrames))
  #expect(damaged.frames == whole.frames)
  #expect(damaged.rms < 2 * whole.rms)
}

@Test(arguments: ["flac16.flac", "opus.opus", "vorbis.ogg"], [3, 5000])
func `FLAC and Ogg are found behind bytes of no format`(_ name: String, junk: Int) throws {
  let whole = try Decoded(fixture: name)
  let found = try Decoded(bytesWithoutSyncWords(junk) + fixture(name))
  let isSame = found.samples == whole.samples
  #expect(isSame)
  #expect(found.ending == AudioEnding())
}

/// Returns random bytes below 128, none of which begins a sync word of MPEG.
private func bytesWithoutSyncWords(_ count: Int) -> [UInt8] {
  var random = SeededNumbers(seed: 3)
  return (0..<count).map { _ in UInt8(random.next(below: 128)) }
}

@Test func `a CAF that was cut is decoded up to its end`() throws {
  let whole = try Decoded(fixture: "pcm24.caf")
  let bytes = fixture("pcm24.caf").dropLast(whole.samples.count * 2 / 3)
  let cut = try Decoded(Array(bytes))
  #expect(cut.ending.isCut)
  #expect(cut.frames > whole.frames / 4)
  // The cut may split a frame, which is neither there nor missing.
  let declared = cut.frames + (cut.ending.missing ?? 0)
  #expect(abs(declared - whole.frames) <= 1)
  #expect(whole.samples.starts(with: cut.samples))
}

@Test(arguments: ["noise.ogg", "noise.opus"])
func `a damaged page of Ogg is a gap, and what follows keeps its place`(_ name: String) throws {
  let original = longOgg(name)
  let whole = try Decoded(original)
  var bytes = original
  bytes[bytes.count / 2] ^= 1
  let damaged = try Decoded(bytes)
  #expect(damaged.gaps.count == 1)
  #expect(damaged.frames == whole.frames)
  // Only what is on the page, which is less than half a second.
  #expect(damaged.lostFrames < whole.facts.sampleRate / 2)

  // After the damage the decoder returns the same samples again.
  let end = damaged.samples.suffix(4 * whole.facts.sampleRate)
  #expect(isNear(end, to: whole.samples.suffix(end.count)))
  #expect(damaged.ending == AudioEnding())
}

@Test(arguments: ["noise.ogg", "noise.opus"])
func `swapped pages of Ogg are put in order`(_ name: String) throws {
  let original = longOgg(name)
  var pages = pages(of: original)
  pages.swapAt(10, 11)
  let swapped = try Decoded(Array(pages.joined()))
  let whole = try Decoded(original)
  let isSame = swapped.samples == whole.samples
  #expect(isSame)
  #expect(swapped.gaps.isEmpty)
}

@Test(arguments: ["noise.ogg", "noise.opus"])
func `an Ogg whose pages are cut out of its middle has a gap as long as they were`(
  _ name: String
) throws {
  let original = longOgg(name)
  let pages = pages(of: original)
  let remaining = pages[..<8] + pages[13...]
  let damaged = try Decoded(Array(remaining.joined()))
  let whole = try Decoded(original)
  #expect(damaged.frames == whole.frames)
  #expect(damaged.gaps.count == 1)
}

// A recorder that lost power has written neither the flag nor the last page.
@Test func `an Ogg without the flag of its end is whole`() throws {
  let pages = pages(of: longOgg("noise.ogg"))
  let unmarked = try Decoded(Array(pages.dropLast().joined()))
  #expect(unmarked.ending == AudioEnding())
}

@Test func `a page of an Ogg behind its end is ignored`() throws {
  let original = longOgg("noise.ogg")
  let stray = pages(of: original)[4]
  let decoded = try Decoded(original + [1, 2, 3] + stray)
  let whole = try Decoded(original)
  #expect(decoded.ending == AudioEnding())
  let isSame = decoded.samples == whole.samples
  #expect(isSame)
}

@Test func `an Ogg that ends amid a page is cut`() throws {
  let bytes = longOgg("noise.ogg").dropLast(10)
  let cut = try Decoded(Array(bytes))
  #expect(cut.ending == AudioEnding(isCut: true))
}

@Test func `an Opus whose positions count less than its samples is decoded`() throws {
  let original = longOgg("noise.opus")
  var pages = pages(of: original)
  // No multiple of a packet.
  let shift = 139
  // The first two pages have head and tags.
  for index in pages.indices.dropFirst(2) {
    shiftPosition(ofPage: &pages[index], by: -shift)
  }
  let shifted = try Decoded(Array(pages.joined()))
  let whole = try Decoded(original)
  #expect(shifted.gaps.isEmpty)
  #expect(abs(shifted.frames - whole.frames) <= shift)
  #expect(shifted.ending == AudioEnding())
}

@Test func `a header that promises a little more than there is, is no damage`() throws {
  let bytes = fixture("pcm16.wav").dropLast(20)
  let decoded = try Decoded(Array(bytes))
  #expect(decoded.ending == AudioEnding())
}

@Test func `a WAV that lacks half of its samples is cut`() throws {
  let original = fixture("pcm16.wav")
  let whole = try Decoded(original)
  let cut = try Decoded(Array(original.dropLast(original.count / 2)))
  #expect(cut.ending.isCut)
  // The cut may split a frame, which is neither there nor missing.
  let declared = cut.frames + (cut.ending.missing ?? 0)
  #expect(abs(declared - whole.frames) <= 1)
}

@Test func `bytes of another kind in which a chain of frames occurs are no MPEG`() throws {
  // Six frames of 313 or 314 bytes, one percent of the file.
  let chain = fixture("plain.mp3").prefix(2090)
  var bytes = bytesWithoutSyncWords(200_000)
  bytes.replaceSubrange(100..<100 + chain.count, with: chain)
  #expect(throws: AudioFailure.notAudio(what: "unrecognised bytes")) {
    try Decoded(bytes)
  }
}

/// Expects decoding to fail because the bytes violate their format.
private func expectCorrupt(
  _ bytes: [UInt8],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let failure = #expect(throws: AudioFailure.self, sourceLocation: sourceLocation) {
    try Decoded(bytes)
  }
  // The detail is in the words of the library.
  guard case .corrupt? = failure else {
    Issue.record("\(String(describing: failure))", sourceLocation: sourceLocation)
    return
  }
}

// Without the first bytes of a file, all of its head: samples of every width that begin amid a frame.
@Test(arguments: [
  (name: "pcm16.wav", missingBytes: 1001),
  (name: "pcm32.wav", missingBytes: 60),
  (name: "float32.wav", missingBytes: 60),
  (name: "float64.wav", missingBytes: 77),
])
func `a WAV whose head is gone is corrupt`(name: String, missingBytes: Int) {
  let samples = fixture(name).dropFirst(missingBytes)
  expectCorrupt(Array(samples))
}

@Test func `an MP4 without its index is corrupt`() {
  let fileType = MP4Bytes.atom("ftyp", Array("M4A ".utf8), zeros(4))
  let data = MP4Bytes.atom("mdat", [UInt8](repeating: 5, count: 248))
  // There is no `moov` behind them.
  expectCorrupt(fileType + data)
}

/// Returns the pages of a valid Ogg file.
private func pages(of bytes: [UInt8]) -> [[UInt8]] {
  let source = ByteSource(bytes: bytes)
  var pages: [[UInt8]] = []
  var offset = 0
  while let page = OggPage(source, at: offset) {
    pages.append(Array(bytes[offset..<page.end]))
    offset = page.end
  }
  return pages
}

/// Changes the position at which a page ends, and its checksum.
private func shiftPosition(ofPage page: inout [UInt8], by shift: Int) {
  let field = 6..<14
  var position = 0
  for byte in page[field].reversed() {
    position = position << 8 | Int(byte)
  }
  page.replaceSubrange(field, with: littleEndian(position + shift, bytes: 8))
  page.replaceSubrange(22..<26, with: OggPage.checksum(of: page))
}

/// Returns whether two series of 32-bit floats differ by at most 0.001, -60 dBFS.
private func isNear(_ one: ArraySlice<UInt8>, to other: ArraySlice<UInt8>) -> Bool {
  guard one.count == other.count else { return false }
  let samples = zip(floats(Array(one)), floats(Array(other)))
  return samples.allSatisfy { abs($0 - $1) < 1e-3 }
}

/// Returns the samples of decoded bytes in the order of this machine.
func floats(_ bytes: [UInt8]) -> [Float] {
  unsafe bytes.withUnsafeBytes { unsafe Array($0.bindMemory(to: Float.self)) }
}
