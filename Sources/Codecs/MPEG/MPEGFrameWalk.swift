/// The position of a coded frame in an MPEG file: bytes that are decoded together to up to 1,152
/// samples per channel, which the rest of the project calls frames.
struct CodedFrame {
  /// The number, counted from the first frame with sound.
  var number: Int
  var offset: Int
}

/// Walks from header to header of an MPEG stream without decoding.
///
/// libmpg123 does so too, but copies every frame on its way. The walk ends at the first frame that
/// does not match the beginning of the stream; the rest is left to the library.
struct MPEGFrameWalk {
  private(set) var frame: CodedFrame
  /// The second byte of every header, without the checksum bit.
  private let kind: UInt8
  /// The frame length by the third byte of a header; 0 if it does not match the stream.
  // A table, because this walks over all frames of ten hours where nothing is decoded meanwhile.
  private let lengths: [Int]
  private var isOver = false

  /// Begins at a frame; returns nil if it does not match the first frame of the stream. In free
  /// format, the walk cannot advance without the length of an unpadded frame.
  init?(
    _ source: ByteSource,
    from frame: CodedFrame,
    as first: MPEGFrameHeader,
    freeLength: Int? = nil
  ) {
    let bytes = source.bytes(at: frame.offset, count: 4)
    guard let header = MPEGFrameHeader(bytes), first.continues(as: header) else { return nil }
    self.frame = frame
    kind = bytes[1] | 1
    lengths = (0...UInt8.max).map { third in
      let next = MPEGFrameHeader([bytes[0], bytes[1], third, 0])
      guard let next, first.continues(as: next) else { return 0 }
      return next.length(inFreeFormat: freeLength) ?? 0
    }
  }

  /// Moves to a frame, or as close to it as is certain.
  mutating func advance(to target: Int, in source: ByteSource) {
    while !isOver, frame.number < target {
      let begin = frame.offset
      // Many frames a block: a call per frame would cost as much as the frame.
      source.withBlock(at: begin) { block in
        while frame.number < target, pass(block, at: frame.offset - begin) {}
      }
      guard frame.offset == begin else { continue }
      // The header is split between two blocks, or this is the end.
      let bytes = source.bytes(at: begin, count: 4)
      isOver = unsafe !pass(bytes.span.bytes, at: 0)
    }
  }

  /// Moves past a frame of a block; returns false without a complete matching header.
  private mutating func pass(_ block: borrowing RawSpan, at offset: Int) -> Bool {
    guard offset + 4 <= block.byteCount else { return false }
    let header = unsafe block.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self)
    let length = lengths[Int(UInt8(truncatingIfNeeded: header >> 16))]
    guard UInt8(truncatingIfNeeded: header) == 0xFF,
      UInt8(truncatingIfNeeded: header >> 8) | 1 == kind,
      // An undefined emphasis, as in `MPEGFrameHeader`.
      header >> 24 & 3 != 2, length > 0
    else { return false }
    frame.number += 1
    frame.offset += length
    return true
  }
}
