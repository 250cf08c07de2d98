import Glibc
import Testing

@testable import Codecs

/// Records how often each block was observed, and all bytes by offset.
private final class ObserverLog {
  var seen: [Int: Int] = [:]
  var bytes: [UInt8]

  init(size: Int) { bytes = [UInt8](repeating: 0, count: size) }

  func take(_ index: Int, _ block: borrowing RawSpan) {
    seen[index, default: 0] += 1
    let start = index * ByteSource.blockSize
    let copy = unsafe block.withUnsafeBytes { unsafe [UInt8]($0) }
    bytes.replaceSubrange(start..<start + copy.count, with: copy)
  }
}

/// Returns a 6-channel 24-bit WAV whose frames cross block boundaries.
private func longWAV(frames: Int) -> [UInt8] {
  func little(_ value: Int, bytes count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
  let frameBytes = 18
  let size = frames * frameBytes
  var format = little(1, bytes: 2) + little(6, bytes: 2)
  format += little(48_000, bytes: 4) + little(48_000 * frameBytes, bytes: 4)
  format += little(frameBytes, bytes: 2) + little(24, bytes: 2)

  var file = Array("RIFF".utf8) + little(36 + size, bytes: 4)
  file += Array("WAVEfmt ".utf8) + little(format.count, bytes: 4) + format
  file += Array("data".utf8) + little(size, bytes: 4)
  // Different in each block of 512 bytes, so that a block in the place of another is noticed.
  return file + (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 9) }
}

@Test func `uncompressed samples are complete across block borders`() throws {
  let file = longWAV(frames: 130_000)
  let decoded = try Decoded(ByteSource(bytes: file))
  #expect(decoded.frames == 130_000)
  #expect(decoded.samples == Array(file[44...]))
}

@Test func `every block is observed once whatever the decoder reads`() throws {
  let file = longWAV(frames: 130_000)
  let log = ObserverLog(size: file.count)
  let source = ByteSource(bytes: file) { log.take($0, $1) }
  var stream = try AudioStream(source: source)

  // Forward past a block, to the end, and back to the beginning: a digest of what was observed would
  // be wrong if a block came twice or not at all.
  do {
    let isThere = stream.seek(toFrame: 100_000)
    #expect(isThere)
  }

  _ = try stream.readAll { _ in }
  let isRewound = stream.rewind()
  #expect(isRewound)

  _ = try stream.nextBlock { _ in }
  try source.finishObserving()
  #expect(log.seen == [0: 1, 1: 1, 2: 1])
  #expect(log.bytes == file)
}

@Test func `bytes without sound are observed too`() throws {
  let file = [UInt8](repeating: 7, count: ByteSource.blockSize + 5)
  let log = ObserverLog(size: file.count)
  let source = ByteSource(bytes: file) { log.take($0, $1) }
  #expect(throws: AudioFailure.notAudio(what: "unrecognised bytes")) {
    _ = try AudioStream(source: source)
  }
  try source.finishObserving()
  #expect(log.seen == [0: 1, 1: 1])
}

@Test func `a failed read keeps its error number`() throws {
  let folder = unsafe open("/", O_RDONLY | O_DIRECTORY)
  defer { close(folder) }
  let source = try ByteSource(descriptor: folder)
  #expect(throws: AudioFailure.unreadable(errno: EISDIR)) {
    _ = try AudioStream(source: source)
  }
  #expect(throws: AudioFailure.unreadable(errno: EBADF)) { _ = try ByteSource(descriptor: -1) }
}

@Test func `a file that shrinks while it is read ends there`() throws {
  let file = longWAV(frames: 130_000)
  var name = Array("/tmp/shrinking-XXXXXX".utf8CString)
  let descriptor = unsafe mkstemp(&name)
  unsafe unlink(name)
  defer { close(descriptor) }
  #expect(unsafe write(descriptor, file, file.count) == file.count)

  var stream = try AudioStream(source: ByteSource(descriptor: descriptor))
  _ = try stream.nextBlock { _ in }

  // A memory-mapped file would end the process here.
  ftruncate(descriptor, off_t(ByteSource.blockSize + 1000))
  let rest = try stream.readAll { _ in }
  // Less than half of the 130,000 frames.
  #expect(rest < 60_000)

  let ending = stream.ending
  #expect(ending.isCut)
}

@Test func `a patched cursor replaces bytes only within the patch`() {
  let source = ByteSource(bytes: Array(0..<20))
  let cursor = SourceCursor(source, start: 5, patches: [.init(offset: 8, bytes: [100, 101])])
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
  let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 37 >> 3) }
  let patch = SourceCursor.BytePatch(offset: 40_000, bytes: [1, 2, 3, 4, 5])
  let cursor = SourceCursor(ByteSource(bytes: bytes), start: 77, patches: [patch])
  var shown = Array(bytes[77...])
  // 40,000 in the file, 77 less behind the start.
  shown.replaceSubrange(39_923..<39_928, with: patch.bytes)
  var numbers = SeededNumbers(seed: 4)
  for _ in 0..<20_000 {
    if numbers.next(below: 5) == 0 {
      // At the beginning, at a boundary of blocks, before the patch, and at the end.
      let offsets = [0, 16_380, 39_900, shown.count - 9, shown.count + 3]
      let offset = offsets[numbers.next(below: offsets.count)] + numbers.next(below: 30)
      #expect(cursor.seek(by: offset, from: SEEK_SET) == offset)
    }
    let counts = [1, 4, 417, 4095, 4096, 20_000]
    var target = [UInt8](repeating: 0, count: counts[numbers.next(below: counts.count)])
    let before = cursor.position
    let count = unsafe target.withUnsafeMutableBytes { unsafe cursor.read(into: $0) }
    let expected = shown.dropFirst(before).prefix(target.count)
    #expect(count == expected.count)
    #expect(target.starts(with: expected))
    #expect(cursor.latestRead == before)
    #expect(cursor.position == before + count)
  }
}
