package import Bytes

/// The header of a WAV or AU stream of uncompressed samples, read without any library.
///
/// Unusual headers are rejected, because the libraries know more.
package struct PCMStreamHeader: Equatable {
  /// The format as text, as decoders name it.
  package var formatName: String
  package var sampleRate: Int
  package var channels: Int
  /// The sample format, after widening if any.
  package var format: SampleFormat
  package var widening: SampleWidening?
  /// The offset of the samples.
  package var start: Int
  /// The declared number of bytes of samples, or nil if unknown.
  package var declaredBytes: Int?

  /// The number of bytes per stored frame.
  package var frameBytes: Int { channels * storedBytes }

  private var storedBytes: Int {
    switch widening {
    case nil: format.bytesPerSample
    case .float64: 8
    case .unsigned8, .signed8, .muLaw, .aLaw: 1
    }
  }

  /// The result of reading the first bytes of a stream.
  package enum Reading: Equatable {
    case header(PCMStreamHeader)
    /// More bytes are needed.
    case incomplete
    /// The bytes are not such a header.
    case refused
  }

  // Every container can be identified by then.
  private static let tellingBytes = 64

  /// Parses the first bytes of a stream.
  package init?(_ head: [UInt8]) {
    guard case .header(let found) = Self.read(head) else { return nil }
    self = found
  }

  /// Parses the first bytes of a stream, and returns whether more of them are needed.
  package static func read(_ head: [UInt8]) -> Reading {
    let reading: Reading
    if let header = AUHeader(head) {
      reading = au(header).map { .header($0) } ?? .refused
    } else {
      switch ChunkDialect(head) {
      case .riff?: reading = wave(head, .riff)
      case .rifx?: reading = wave(head, .rifx)
      case .rf64?: reading = wave(head, .rf64)
      case .w64?, .iff?, .caf?: reading = .refused
      case nil: reading = head.count < tellingBytes ? .incomplete : .refused
      }
    }
    guard case .header(let found) = reading else { return reading }
    return (1...1024).contains(found.channels) && found.sampleRate > 0 ? reading : .refused
  }

  /// The encoding of samples in the stream.
  package enum Coding {
    case plain(SampleFormat.Encoding)
    case unsigned8, signed8, muLaw, aLaw, float64
  }

  /// Returns the header that uncompressed samples would have.
  package init(
    _ container: String, _ coding: Coding, isBigEndian: Bool, _ sampleRate: Int, _ channels: Int
  ) {
    let words: String
    format = SampleFormat(.int16)
    switch coding {
    case .plain(let encoding):
      format = SampleFormat(encoding, bigEndian: isBigEndian)
      words = "\(format.bytesPerSample * 8)-bit \(encoding == .float32 ? "float" : "PCM")"
    case .unsigned8: (widening, words) = (.unsigned8, "8-bit PCM")
    case .signed8: (widening, words) = (.signed8, "8-bit PCM")
    case .muLaw: (widening, words) = (.muLaw, "µ-law")
    case .aLaw: (widening, words) = (.aLaw, "A-law")
    case .float64:
      format = SampleFormat(.float32)
      (widening, words) = (.float64(isBigEndian: isBigEndian), "64-bit float")
    }
    formatName = "\(container), \(words)"
    self.sampleRate = sampleRate
    self.channels = channels
    start = 0
  }
}

extension PCMStreamHeader {
  private static func wave(_ head: [UInt8], _ dialect: ChunkDialect) -> Reading {
    var found: PCMStreamHeader?
    var longSize: Int?
    var offset = dialect.firstChunk
    // Every iteration advances by at least eight bytes.
    while offset <= head.count - dialect.headerLength {
      let chunk = Array(head[offset..<offset + dialect.headerLength])
      guard let size = dialect.bodySize(chunk) else { return .refused }
      let body = offset + dialect.headerLength
      switch String(decoding: chunk.prefix(4), as: UTF8.self) {
      case "fmt ":
        let bytes = head.dropFirst(body).prefix(size)
        found = format(bytes, dialect)
        if found == nil { return bytes.count < size && bytes.count < 40 ? .incomplete : .refused }
      case "ds64":
        longSize = Int(clamping: head.dropFirst(body).prefix(size).littleEndian64(at: 8))
      case "data":
        guard var header = found else { return .refused }
        header.start = body
        let isLong = size == 0xFFFF_FFFF && dialect == .rf64
        header.declaredBytes = promised(isLong ? longSize ?? 0 : size)
        return .header(header)
      default: break
      }
      offset = body + dialect.padded(size)
    }
    return .incomplete
  }

  private static func format(
    _ body: ArraySlice<UInt8>, _ dialect: ChunkDialect
  ) -> PCMStreamHeader? {
    guard body.count >= 16 else { return nil }
    let format = ChunkFormat(dialect, Array(body))
    guard format.frameBytes * 8 == format.bits * format.channels,
      format.validBits.map({ $0 == 0 || $0 == format.bits }) ?? true
    else { return nil }
    let coding: Coding
    switch (format.tag, format.bits) {
    case (1, 8): coding = .unsigned8
    case (1, 16): coding = .plain(.int16)
    case (1, 24): coding = .plain(.int24)
    case (1, 32): coding = .plain(.int32)
    case (3, 32): coding = .plain(.float32)
    case (3, 64): coding = .float64
    case (6, 8): coding = .aLaw
    case (7, 8): coding = .muLaw
    default: return nil
    }
    return PCMStreamHeader(
      dialect.name, coding, isBigEndian: !dialect.isLittleEndian, format.sampleRate,
      format.channels)
  }

  private static func au(_ header: AUHeader) -> PCMStreamHeader? {
    guard (24...1 << 16).contains(header.offset) else { return nil }
    let coding: Coding
    switch header.coding {
    case 1: coding = .muLaw
    case 2: coding = .signed8
    case 3: coding = .plain(.int16)
    case 4: coding = .plain(.int24)
    case 5: coding = .plain(.int32)
    case 6: coding = .plain(.float32)
    case 7: coding = .float64
    case 27: coding = .aLaw
    default: return nil
    }
    var found = PCMStreamHeader("AU", coding, isBigEndian: true, header.sampleRate, header.channels)
    found.start = header.offset
    found.declaredBytes = header.size.flatMap(promised)
    return found
  }

  /// Returns the declared size, or nil if it is 0 or a placeholder of programs that write to a
  /// pipe.
  private static func promised(_ size: Int) -> Int? {
    size == 0 || ChunkDialect.isPlaceholder(size) ? nil : size
  }
}
