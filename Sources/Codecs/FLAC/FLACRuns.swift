import WavethumbBytes

/// Finds runs of consecutive undamaged frames in a FLAC file.
struct FLACRuns {
  struct Run {
    var bytes: Range<Int>
    var samples: Range<Int>
  }

  let stream: FLACStreamInfo
  private let source: ByteSource
  private let firstFrame: Int
  private var offset: Int
  private var failures = 0

  /// The largest size of a run in bytes, so that checked frames are decoded soon.
  // A run is held in memory. Half of it opens the library twice as often.
  private static let maximumRunBytes = 1 << 21
  /// Limits the attempts for hostile files: each may checksum a long frame.
  // A damaged file has as many failures as damaged frames.
  private static let maximumFailures = 4096
  private static let sync = BytePair(first: 0xFF, second: 0xF8, mask: 0xFE)

  /// Returns nil if the file has no STREAMINFO block.
  init?(_ source: ByteSource, at start: Int) {
    let head = source.bytes(at: start, count: 8 + FLACStreamInfo.length)
    guard head.starts(with: "fLaC".utf8), head.count > 8 else { return nil }
    // STREAMINFO is the first block of every file, of kind 0.
    let kind = head[4] & 0x7F
    guard kind == 0, let stream = FLACStreamInfo(Array(head.dropFirst(8))) else { return nil }
    self.stream = stream
    self.source = source
    firstFrame = FLACBlocks(source, at: start).end ?? start + head.count
    offset = firstFrame
  }

  /// At least the number of bytes that the library reads ahead.
  // The damage lies before the offset that it has reached by as much. More only repeats work.
  private static let readAhead = 1 << 16

  /// Moves before an offset that the library has reached, at most to the first frame.
  mutating func rewind(from offset: Int) {
    let behind = Self.readAhead + 2 * stream.maximumFrameBytes
    self.offset = max(firstFrame, min(offset, source.size) - behind)
  }

  /// Opens the first run as a separate file; nil if there is none.
  func firstDecoder() throws(AudioFailure) -> SndfileDecoder? {
    var runs = self
    guard let first = runs.next(after: 0) else { return nil }
    return try decoder(of: first)
  }

  /// Returns the next run with samples after those already decoded; nil if there is none.
  mutating func next(after known: Int) -> Run? {
    var run: Run?
    // The shortest frame has nine bytes.
    while failures < Self.maximumFailures,
      let begin = Self.sync.next(in: source, from: offset, through: source.size - 9)
    {
      if let run, begin > run.bytes.upperBound || run.bytes.count > Self.maximumRunBytes {
        return run
      }
      // The first frame of a run must have samples that are not known yet.
      let isFirst = run == nil
      guard let frame = frame(at: begin),
        !isFirst || frame.samples.upperBound > known,
        let end = end(of: frame, at: begin)
      else {
        if run != nil { return run }
        offset = begin + 1
        continue
      }
      guard let current = run else {
        run = Run(bytes: begin..<end, samples: frame.samples)
        offset = end
        continue
      }
      if current.samples.upperBound != frame.samples.lowerBound { return current }
      run?.bytes = current.bytes.lowerBound..<end
      run?.samples = current.samples.lowerBound..<frame.samples.upperBound
      offset = end
    }
    return run
  }

  /// Opens a run as a separate file.
  func decoder(of run: Run) throws(AudioFailure) -> SndfileDecoder {
    // STREAMINFO is the only block, and therefore marked as the last.
    let blockHead: [UInt8] = [0x80, 0, 0, UInt8(FLACStreamInfo.length)]
    let head = Array("fLaC".utf8) + blockHead + stream.bytes
    let frames = source.bytes(at: run.bytes.lowerBound, count: run.bytes.count)
    if let failure = source.failure { throw .unreadable(errno: failure) }
    return try SndfileDecoder(SourceCursor(ByteSource(bytes: head + frames)))
  }

  private func frame(at offset: Int) -> FLACFrame? {
    FLACFrame(source.bytes(at: offset, count: FLACFrame.maximumHeaderBytes), of: stream)
  }

  /// Returns the end of a frame: its checksum is correct, and another frame or the end follows.
  private mutating func end(of frame: FLACFrame, at begin: Int) -> Int? {
    var offset = begin
    var sum = UInt16(0)
    let limit = min(source.size, begin + stream.maximumFrameBytes)
    let isLast = stream.samples.map { all in frame.samples.upperBound >= all } ?? false
    // What follows the last frame may be anything, so that only the checksum shows its end.
    var first: Int?
    while offset < limit {
      let passed = source.withBlock(at: offset) { block in
        Self.pass(block.extracting(first: limit - offset), adding: &sum)
      }
      guard passed > 0 else { break }
      offset += passed
      // The sum over a whole frame is 0, but so is that over one of 65,536 parts of it.
      guard sum == 0, offset > begin + frame.length else { continue }
      if offset == source.size || source.hasTrailer(at: offset) { return offset }
      if isLast {
        first = first ?? offset
      } else if self.frame(at: offset)?.samples.lowerBound == frame.samples.upperBound {
        return offset
      }
    }
    if first == nil {
      failures += 1
    }
    return first
  }

  /// Adds bytes until the checksum becomes zero, and returns their number.
  private static func pass(_ block: borrowing RawSpan, adding sum: inout UInt16) -> Int {
    unsafe FLACChecksum.table.withUnsafeBufferPointer { table in
      var index = 0
      var value = sum
      while index < block.byteCount {
        let byte = unsafe block.unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self)
        value = unsafe value << 8 ^ table[Int(UInt8(truncatingIfNeeded: value >> 8) ^ byte)]
        index += 1
        if value == 0 { break }
      }
      sum = value
      return index
    }
  }
}

/// The metadata blocks of a FLAC file: one byte for kind and end, three for the length (RFC 9639, 8).
struct FLACBlocks {
  static let comments: UInt8 = 4
  static let picture: UInt8 = 6

  // Real files have some ten, and a hostile one may consist of empty blocks.
  private static let maximumBlocks = 1024

  private(set) var all: [(kind: UInt8, range: Range<Int>)] = []
  /// The end of the last block, or nil if it cannot be found.
  private(set) var end: Int?

  init(_ source: ByteSource, at start: Int) {
    guard source.bytes(at: start, count: 4).elementsEqual("fLaC".utf8) else { return }
    var offset = start + 4
    for _ in 0..<Self.maximumBlocks {
      let header = source.bytes(at: offset, count: 4)
      guard header.count == 4 else { return }
      let begin = offset + 4
      offset = begin + Int(header.bigEndian32(at: 0) & 0xFF_FFFF)
      all.append((header[0] & 0x7F, begin..<offset))
      let isLast = header[0] & 0x80 != 0
      if isLast {
        let isInFile = offset < source.size
        end = isInFile ? offset : nil
        return
      }
    }
  }
}
