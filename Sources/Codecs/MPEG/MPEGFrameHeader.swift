import WavethumbBytes

/// The four bytes at the start of every MPEG audio frame.
struct MPEGFrameHeader: Equatable {
  /// The number of its bytes.
  static let length = 4
  /// The length of the longest frame of a known bit rate in layer III.
  // 144 * 320,000 / 32,000, and a byte of padding.
  static let maximumLength = 1441

  enum Version: Int { case mpeg2point5 = 0, mpeg2 = 2, mpeg1 = 3 }

  let version: Version
  let layer: Int
  let sampleRate: Int
  let channels: Int
  let padded: Bool
  /// Bits per second; 0 in free format, whose frames end at the next sync word.
  let bitRate: Int
  let hasChecksum: Bool

  init?(_ bytes: [UInt8], at offset: Int = 0) {
    let word = bytes.bigEndian32(at: offset)
    let isSynchronized = word >> 21 == 0x7FF
    guard offset + Self.length <= bytes.count, isSynchronized,
      let version = Version(rawValue: Int(word >> 19 & 3))
    else { return nil }
    let layer = 4 - Int(word >> 17 & 3)
    let rateIndex = Int(word >> 10 & 3)
    let bitRateIndex = Int(word >> 12 & 15)
    let emphasis = word & 3
    // Reserved values: layer 4, rate 3, bit rate 15 and emphasis 2. Other bytes often have them, so
    // that they rule out many false headers.
    guard layer <= 3, rateIndex < 3, bitRateIndex < 15, emphasis != 2 else { return nil }
    self.version = version
    self.layer = layer
    // MPEG-2 halves the rates of MPEG-1, and MPEG-2.5 halves them again.
    let halvings =
      switch version {
      case .mpeg1: 0
      case .mpeg2: 1
      case .mpeg2point5: 2
      }
    sampleRate = [44100, 48000, 32000][rateIndex] >> halvings
    // The other three modes have two channels, whether joint or not.
    let isMono = word >> 6 & 3 == 3
    channels = isMono ? 1 : 2
    padded = word >> 9 & 1 == 1
    bitRate = Self.kilobits(of: version, layer: layer)[bitRateIndex] * 1000
    hasChecksum = word >> 16 & 1 == 0
  }

  var formatName: String {
    let version =
      switch version {
      case .mpeg1: "1"
      case .mpeg2: "2"
      case .mpeg2point5: "2.5"
      }
    let layerName = String(repeating: "I", count: layer)
    return "MPEG-\(version) layer \(layerName)"
  }

  var samples: Int {
    switch layer {
    case 1: 384
    case 2: 1152
    default:
      switch version {
      case .mpeg1: 1152
      // Layer III of the low sampling rates has half as many granules.
      case .mpeg2, .mpeg2point5: 576
      }
    }
  }

  var paddingBytes: Int {
    guard padded else { return 0 }
    return layer == 1 ? 4 : 1
  }

  var length: Int? {
    guard bitRate > 0 else { return nil }
    // Layer I counts in slots of four bytes.
    if layer == 1 { return (12 * bitRate / sampleRate) * 4 + paddingBytes }
    return samples / 8 * bitRate / sampleRate + paddingBytes
  }

  /// Returns the length, which in free format follows from that of an unpadded frame.
  func length(inFreeFormat unpadded: Int?) -> Int? {
    if let length { return length }
    guard let unpadded else { return nil }
    return unpadded + paddingBytes
  }

  /// The offset of an encoder's info (Xing, Info) in a frame without sound.
  // Behind the header and the side information, of 32, 17 or 9 bytes.
  var infoOffset: Int {
    switch (version, channels) {
    case (.mpeg1, 2): 36
    case (.mpeg1, _), (.mpeg2, 2), (.mpeg2point5, 2): 21
    case (.mpeg2, _), (.mpeg2point5, _): 13
    }
  }

  /// Returns whether the next frame keeps version, layer and rate.
  // The bit rate may change from frame to frame, and the channels too, in files that were joined.
  func continues(as next: MPEGFrameHeader) -> Bool {
    let hasSameKind = version == next.version && layer == next.layer
    let isFreeFormat = bitRate == 0
    let nextIsFreeFormat = next.bitRate == 0
    return hasSameKind && sampleRate == next.sampleRate && isFreeFormat == nextIsFreeFormat
  }

  /// Returns the bit rate of each index; 0 for the free format, whose rate is not declared.
  private static func kilobits(of version: Version, layer: Int) -> [Int] {
    switch (version, layer) {
    case (.mpeg1, 1): [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
    case (.mpeg1, 2): [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
    case (.mpeg1, _): [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    case (.mpeg2, 1), (.mpeg2point5, 1):
      [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
    case (.mpeg2, _), (.mpeg2point5, _):
      [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    }
  }
}

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
