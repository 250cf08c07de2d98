import Testing
import WavethumbBytes

@testable import Codecs

@Test func `a hole in an MP3 is a gap as long as the frames that it hit`() throws {
  let whole = try decoded(fixture("plain.mp3") + fixture("plain.mp3"))
  var bytes = fixture("plain.mp3") + fixture("plain.mp3")
  // Covers five frame headers (frames have 313 or 314 bytes), more than libmpg123's search range.
  bytes.replaceSubrange(7000..<8500, with: [UInt8](repeating: 0, count: 1500))
  let damaged = try decoded(bytes)
  // A frame of MP3 has 1,152 samples.
  let isLost = damaged.gaps.map(\.value) == [5 * 1152]
  #expect(isLost)
  #expect(damaged.frames == whole.frames)
  #expect(damaged.ending == AudioEnding())

  // Two frames less, since neighbors overlap and a decoder is delayed.
  let start = try #require(damaged.gaps.first?.key) - 2 * 1152
  let width = whole.facts.channels * whole.format.bytesPerSample
  let isSame = damaged.samples.prefix(start * width) == whole.samples.prefix(start * width)
  #expect(isSame)
}

@Test func `lost frames of a variable bit rate are as many as the encoder noted and are missing`()
  throws
{
  let whole = try Decoded("vbr.mp3")
  var bytes = fixture("vbr.mp3")
  let search = MPEGSearch(source: ByteSource(bytes: bytes))
  var offsets = [try #require(search.first(from: 0, within: 5000)).offset]
  while offsets.count < 12, let length = search.header(at: offsets[offsets.count - 1])?.length {
    offsets.append(offsets[offsets.count - 1] + length)
  }
  // Six frames of about 140 bytes after two long and two short ones; the mean is more.
  try #require(offsets.count == 12)

  let hole = offsets[5]..<offsets[11]
  bytes.replaceSubrange(hole, with: [UInt8](repeating: 0, count: hole.count))
  let damaged = try decoded(bytes)
  #expect(damaged.gaps.count == 1)
  #expect(damaged.gaps.values.reduce(0, +) == 6 * 1152)
  #expect(abs(damaged.frames - whole.frames) <= 1152)
}

@Test(arguments: ["plain.mp3", "cbr.mp3", "free.mp3", "layer2.mp2"])
func `zeros behind an MP3 are not searched, and change nothing`(name: String) throws {
  let whole = try Decoded(name)
  let zeros = 6 << 20
  let source = ByteSource(bytes: fixture(name) + [UInt8](repeating: 0, count: zeros))
  let found = try Decoded(source)
  #expect(found.samples == whole.samples)
  #expect(found.gaps.isEmpty)
  #expect(source.bytesLookedAt < zeros)
}

@Test(arguments: ["plain.mp3", "mono.mp3", "layer2.mp2"], 1...3)
func `a short MP3 that is cut within a header is decoded`(name: String, left: Int) throws {
  let bytes = fixture(name)
  let search = MPEGSearch(source: ByteSource(bytes: bytes))
  var end = try #require(search.first(from: 0, within: 5000)).offset
  let start = end
  for count in 1...7 {
    end += try #require(search.header(at: end)?.length)
    // The first frame may have the encoder's info, and no sound.
    if count == 1 { continue }
    guard end + left <= bytes.count else { break }
    let whole = try decoded(Array(bytes[start..<end]))
    let found = try decoded(Array(bytes[start..<end + left]))
    #expect(found.samples == whole.samples, "\(count) frames")
  }
}

@Test func `tags between the frames of joined MP3s are no gap`() throws {
  // A size of 31 times 128, seven bits a byte: longer than libmpg123 searches.
  let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 31, 0] + [UInt8](repeating: 7, count: 31 * 128)
  let joined = try decoded(fixture("plain.mp3") + tag + fixture("plain.mp3"))
  #expect(joined.gaps.isEmpty)
  #expect(joined.frames == 2 * 24_192)
}

@Test(arguments: [3000, 7000, 11_000])
func `one flipped bit of a FLAC costs the frame that it is in`(at offset: Int) throws {
  let whole = try Decoded("flac16.flac")
  var bytes = fixture("flac16.flac")
  bytes[offset] ^= 16
  let damaged = try decoded(bytes)
  #expect(damaged.frames == whole.frames)

  // Blocks of this file have 4,096 samples.
  let (start, count) = try #require(damaged.gaps.first)
  #expect(damaged.gaps.count == 1)
  #expect(start % 4096 == 0)
  #expect(count == 4096)

  var expected = whole.samples
  let width = whole.facts.channels * whole.format.bytesPerSample
  expected.replaceSubrange(
    start * width..<(start + count) * width,
    with: [UInt8](repeating: 0, count: count * width)
  )

  let isSame = damaged.samples == expected
  #expect(isSame)
  #expect(damaged.ending == AudioEnding())
}

@Test func `a FLAC whose blocks before the sound are damaged is decoded all the same`() throws {
  var bytes = fixture("flac16.flac")
  // The length of the block after the format block.
  bytes[43] ^= 0x40
  let damaged = try decoded(bytes)
  #expect(damaged.samples == (try Decoded("flac16.flac")).samples)
}

@Test func `a frame of an MP3 that decodes to absurdly loud noise is a gap`() throws {
  let whole = try decoded(fixture("plain.mp3"))
  var bytes = fixture("plain.mp3")
  var frame = 0
  for _ in 0..<10 {
    let padding = Int(bytes[frame + 2] >> 1 & 1)
    frame += 313 + padding
  }
  // The maximum gain of the first granule.
  bytes[frame + 9] |= 0x7F
  bytes[frame + 10] |= 0x80
  let damaged = try decoded(bytes)

  // The next frame overlaps with the damaged one.
  let lostFrames = damaged.gaps.values.reduce(0, +) / 1152
  #expect((1...2).contains(lostFrames))
  #expect(damaged.frames == whole.frames)
  #expect(damaged.rms < 2 * whole.rms)
}

@Test(arguments: ["flac16.flac", "opus.opus", "vorbis.ogg"], [3, 5000])
func `FLAC and Ogg are found behind bytes of no format`(_ name: String, junk: Int) throws {
  var numbers = SeededNumbers(seed: 3)
  // Below 128, so that no sync word of MPEG is among them.
  let noise = (0..<junk).map { _ in UInt8(numbers.next(below: 128)) }
  let found = try decoded(noise + fixture(name))
  #expect(found.samples == (try Decoded(name)).samples)
  #expect(found.ending == AudioEnding())
}

@Test func `a CAF that was cut is decoded up to its end`() throws {
  let whole = try Decoded("pcm24.caf")
  let cut = try decoded(Array(fixture("pcm24.caf").dropLast(whole.samples.count * 2 / 3)))
  #expect(cut.ending.isCut)
  #expect(cut.frames > whole.frames / 4)
  // The cut may split a frame, which is neither there nor missing.
  let declared = cut.frames + (cut.ending.missing ?? 0)
  #expect(abs(declared - whole.frames) <= 1)
  #expect(whole.samples.starts(with: cut.samples))
}

@Test(arguments: ["noise.ogg", "noise.opus"])
func `a damaged page of Ogg is a gap, and what follows keeps its place`(_ name: String) throws {
  let original = bytes(ofFile: repositoryPath("Fixtures/Pages/\(name)"))
  let whole = try decoded(original)
  var bytes = original
  bytes[bytes.count / 2] ^= 1
  let damaged = try decoded(bytes)
  #expect(damaged.gaps.count == 1)
  #expect(damaged.frames == whole.frames)
  // Only what is on the page, which is less than half a second.
  #expect(damaged.gaps.values.allSatisfy { $0 < whole.facts.sampleRate / 2 })

  // After the damage the decoder returns the same samples again.
  let end = damaged.samples.suffix(4 * whole.facts.sampleRate)
  #expect(isNear(end, to: whole.samples.suffix(end.count)))
  #expect(damaged.ending == AudioEnding())
}

@Test(arguments: ["noise.ogg", "noise.opus"])
func `swapped pages of Ogg are put in order`(_ name: String) throws {
  let original = bytes(ofFile: repositoryPath("Fixtures/Pages/\(name)"))
  let pages = pages(of: original)
  let swapped = pages.prefix(10) + [pages[11], pages[10]] + pages.suffix(from: 12)
  let found = try decoded(swapped.flatMap { $0 })
  #expect(found.samples == (try decoded(original)).samples)
  #expect(found.gaps.isEmpty)
}

@Test(arguments: ["noise.ogg", "noise.opus"])
func `an Ogg whose pages are cut out of its middle has a gap as long as they were`(
  _ name: String
) throws {
  let original = bytes(ofFile: repositoryPath("Fixtures/Pages/\(name)"))
  let pages = pages(of: original)
  let cut = pages.prefix(8) + pages.suffix(from: 13)
  let found = try decoded(cut.flatMap { $0 })
  #expect(found.frames == (try decoded(original)).frames)
  #expect(found.gaps.count == 1)
}

@Test func `an Ogg without the flag of its end is whole, and one that ends amid a page is cut`()
  throws
{
  let original = bytes(ofFile: repositoryPath("Fixtures/Pages/noise.ogg"))
  let pages = pages(of: original)
  let unmarked = try decoded(pages.dropLast().flatMap { $0 })
  #expect(unmarked.ending == AudioEnding())
  let stray = try decoded(original + [1, 2, 3] + pages[4])
  #expect(stray.ending == AudioEnding())
  #expect(stray.samples == (try decoded(original)).samples)
  let cut = try decoded(Array(original.dropLast(10)))
  #expect(cut.ending == AudioEnding(isCut: true))
}

@Test func `an Opus whose positions count less than its samples is decoded`() throws {
  let original = bytes(ofFile: repositoryPath("Fixtures/Pages/noise.opus"))
  var pages = pages(of: original)
  // The first two pages have head and tags. 139 samples are no multiple of a packet.
  for index in pages.indices.dropFirst(2) {
    let position = pages[index][6..<14].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    setPosition(position - 139, of: &pages[index])
  }
  let found = try decoded(pages.flatMap { $0 })
  #expect(found.gaps.isEmpty)
  #expect(abs(found.frames - (try decoded(original)).frames) <= 139)
  #expect(found.ending == AudioEnding())
}

@Test func `a header that promises a little more than there is, is no damage`() throws {
  let wav = fixture("pcm16.wav")
  #expect(try decoded(Array(wav.dropLast(20))).ending == AudioEnding())

  let cut = try decoded(Array(wav.dropLast(wav.count / 2)))
  let whole = try decoded(wav).frames
  let declared = cut.frames + (cut.ending.missing ?? 0)
  #expect(cut.ending.isCut)
  #expect(abs(declared - whole) <= 1)
}

@Test func `bytes of another kind in which a chain of frames occurs are no MPEG`() throws {
  let frames = fixture("plain.mp3")
  var numbers = SeededNumbers(seed: 9)
  var noise = (0..<200_000).map { _ in UInt8(numbers.next(below: 128)) }
  // Six frames of 313 or 314 bytes, one percent of the file.
  noise.replaceSubrange(100..<100 + 5 * 418, with: frames.prefix(5 * 418))
  #expect(throws: AudioFailure.self) { try decoded(noise) }
}

@Test(arguments: [
  ("pcm16.wav", 1001),
  ("pcm32.wav", 60),
  ("float32.wav", 60),
  ("float64.wav", 77),
])
func `a WAV whose head is gone is corrupt`(name: String, head: Int) {
  let headless = Array(fixture(name).dropFirst(head))
  #expect {
    try decoded(headless)
  } throws: {
    if case .corrupt? = $0 as? AudioFailure {
      true
    } else {
      false
    }
  }
}

@Test func `an MP4 without its index is corrupt`() {
  let type: [UInt8] = [0, 0, 0, 16] + Array("ftypM4A ".utf8) + [0, 0, 0, 0]
  // 256 bytes with their head, and no `moov` behind them.
  let data: [UInt8] = [0, 0, 1, 0] + Array("mdat".utf8) + [UInt8](repeating: 5, count: 248)
  let bytes = type + data
  #expect {
    try decoded(bytes)
  } throws: {
    if case .corrupt? = $0 as? AudioFailure {
      true
    } else {
      false
    }
  }
}

func decoded(_ bytes: [UInt8]) throws(AudioFailure) -> Decoded {
  try Decoded(ByteSource(bytes: bytes))
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

/// Writes the position at which a page ends, and its checksum.
private func setPosition(_ position: UInt64, of page: inout [UInt8]) {
  for byte in 0..<8 {
    page[6 + byte] = UInt8(truncatingIfNeeded: position >> UInt64(8 * byte))
  }
  page.replaceSubrange(22..<26, with: OggPage.checksum(of: page))
}

/// Whether two series of 32-bit floats differ by at most 0.001.
private func isNear(_ one: ArraySlice<UInt8>, to other: ArraySlice<UInt8>) -> Bool {
  func numbers(_ bytes: ArraySlice<UInt8>) -> [Float] {
    stride(from: bytes.startIndex, to: bytes.endIndex, by: 4).map { offset in
      let word = bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
      return Float(bitPattern: word)
    }
  }
  return one.count == other.count
    && zip(numbers(one), numbers(other)).allSatisfy { abs($0 - $1) < 1e-3 }
}
