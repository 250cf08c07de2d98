import Glibc
import Testing

@testable import Codecs

/// A WAV of several blocks, whose frames cross their borders.
private enum LongWAV {
  static let frames = 130_000
  // Six channels of 24 bits: no power of two, so that frames cross the borders of blocks.
  private static let channels = 6
  private static let bits = 24
  private static let frameBytes = channels * bits / 8
  private static let rate = 48_000

  static let samples: [UInt8] = (0..<frames * frameBytes).map { offset in
    // Different in each block of 512 bytes, so that a block in the place of another is noticed.
    UInt8(truncatingIfNeeded: offset &* 31 &+ offset >> 9)
  }

  static var bytes: [UInt8] {
    let pcm = 1
    let format = fields(
      littleEndian(pcm, bytes: 2),
      littleEndian(channels, bytes: 2),
      littleEndian(rate),
      littleEndian(rate * frameBytes),
      littleEndian(frameBytes, bytes: 2),
      littleEndian(bits, bytes: 2)
    )
    let body = chunk("fmt ", format) + chunk("data", samples)
    return chunk("RIFF", Array("WAVE".utf8) + body)
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    fields(Array(name.utf8), littleEndian(content.count), content)
  }
}

@Test func `uncompressed samples are complete across block borders`() throws {
  let decoded = try Decoded(ByteSource(bytes: LongWAV.bytes))
  #expect(decoded.frames == LongWAV.frames)
  #expect(decoded.samples == LongWAV.samples)
}

@Test func `every block counts once whatever the decoder reads`() throws {
  var blocks = 0
  let source = ByteSource(bytes: LongWAV.bytes) { blocks += 1 }
  var stream = try AudioStream(source: source)

  // Forward past a block, to the end, and back to the beginning: a decoder that reads the same blocks
  // for ever makes no progress.
  let exists = stream.seek(toFrame: 100_000)
  #expect(exists)
  _ = try stream.readAll { _ in }
  let isRewound = stream.rewind()
  #expect(isRewound)
  _ = try stream.readAll { _ in }
  #expect(blocks == 3)
}

@Test func `a failed read keeps its error number`() throws {
  let folder = unsafe open("/", O_RDONLY | O_DIRECTORY)
  defer { close(folder) }
  let source = try ByteSource(descriptor: folder)
  #expect(throws: AudioFailure.unreadable(errno: EISDIR)) {
    _ = try AudioStream(source: source)
  }
  #expect(throws: AudioFailure.unreadable(errno: EBADF)) {
    _ = try ByteSource(descriptor: -1)
  }
}

@Test func `a file that shrinks while it is read ends there`() throws {
  let file = LongWAV.bytes
  var name = Array("/tmp/shrinking-XXXXXX".utf8CString)
  let descriptor = unsafe mkstemp(&name)
  unsafe unlink(name)
  defer { close(descriptor) }
  let written = unsafe write(descriptor, file, file.count)
  try #require(written == file.count)

  var stream = try AudioStream(source: ByteSource(descriptor: descriptor))
  _ = try stream.nextBlock { _ in }

  // A memory-mapped file would end the process here.
  ftruncate(descriptor, off_t(ByteSource.blockSize + 1000))
  let rest = try stream.readAll { _ in }
  // A block and a little are less than half of it.
  #expect(rest < LongWAV.frames / 2)
  let ending = stream.ending
  #expect(ending.isCut)
}

@Test func `a patched cursor replaces bytes only within the patch`() {
  let source = ByteSource(bytes: Array(0..<20))
  let patch = SourceCursor.BytePatch(offset: 8, bytes: [100, 101])
  let cursor = SourceCursor(source, start: 5, patches: [patch])
  var target = [UInt8](repeating: 0, count: 6)
  let count = unsafe target.withUnsafeMutableBytes { unsafe cursor.read(into: $0) }
  #expect(count == 6)
  #expect(target == [5, 6, 7, 100, 101, 10])
  // From 15 bytes behind the start; before it, and beyond an integer, there is nothing.
  #expect(cursor.seek(by: -2, from: SEEK_END) == 13)
  #expect(cursor.seek(by: -20, from: SEEK_CUR) == nil)
  #expect(cursor.seek(by: .max, from: SEEK_CUR) == nil)
}

@Test func `reads of any size and offset return the same bytes`() {
  let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: ($0 &* 37) >> 3) }
  let patch = SourceCursor.BytePatch(offset: 40_000, bytes: [1, 2, 3, 4, 5])
  let cursor = SourceCursor(ByteSource(bytes: bytes), start: 77, patches: [patch])
  var visible = Array(bytes[77...])
  // 40,000 in the file, 77 less behind the start.
  visible.replaceSubrange(39_923..<39_928, with: patch.bytes)

  // At the beginning, at a boundary of blocks, before the patch, and at the end.
  let offsets = [0, 16_380, 39_900, visible.count - 9, visible.count + 3]
  // A byte, headers, a frame of MP3, and around and beyond a page of memory.
  let counts = [1, 4, 417, 4095, 4096, 20_000]
  var random = SeededNumbers(seed: 4)
  for _ in 0..<20_000 {
    let seeks = random.next(below: 5) == 0
    if seeks {
      let offset = offsets[random.next(below: offsets.count)] + random.next(below: 30)
      #expect(cursor.seek(by: offset, from: SEEK_SET) == offset)
    }
    let start = cursor.position
    var target = [UInt8](repeating: 0, count: counts[random.next(below: counts.count)])
    let count = unsafe target.withUnsafeMutableBytes { unsafe cursor.read(into: $0) }

    let expected = visible.dropFirst(start).prefix(target.count)
    #expect(count == expected.count)
    #expect(target.starts(with: expected))
    #expect(cursor.latestRead == start)
    #expect(cursor.position == start + count)
  }
}
