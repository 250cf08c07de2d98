import WavethumbBytes

/// The header of a WAV or AU stream of uncompressed samples, read without any library.
///
/// Unusual headers are rejected and left to the libraries.
// A pipe cannot be sought in, and both libraries wait for ever for its next bytes: what comes through
// one is measured as it arrives.
package struct PCMStreamHeader: Equatable {
  private let container: String
  package let coding: PCMCoding
  package let sampleRate: Int
  package let channels: Int
  package fileprivate(set) var start = 0
  /// The declared number of bytes of samples, or nil if unknown.
  package fileprivate(set) var declaredBytes: Int?

  /// The format as text, as decoders name it.
  package var formatName: String { "\(container), \(coding.name)" }

  package var frameBytes: Int { channels * coding.bytesPerSample }

  /// Returns the header that uncompressed samples would have.
  package init(container: String, coding: PCMCoding, sampleRate: Int, channels: Int) {
    self.container = container
    self.coding = coding
    self.sampleRate = sampleRate
    self.channels = channels
  }

  /// The result of reading the first bytes of a stream.
  package enum Reading: Equatable {
    case header(PCMStreamHeader)
    case incomplete
    /// The bytes are not such a header.
    case refused
  }

  // The number of bytes that identify every container.
  private static let identifyingBytes = 64

  package init?(_ head: [UInt8]) {
    guard case .header(let found) = Self.read(head) else { return nil }
    self = found
  }

  /// Parses the first bytes of a stream, and returns whether more of them are needed.
  package static func read(_ head: [UInt8]) -> Reading {
    let reading: Reading
    if let header = AUHeader(head) {
      if let found = au(header) {
        reading = .header(found)
      } else {
        reading = .refused
      }
    } else {
      switch ChunkDialect(head) {
      case let dialect? where [.riff, .rifx, .rf64].contains(dialect):
        reading = wave(head, of: dialect)
      case .some: reading = .refused
      case nil where head.count < identifyingBytes: reading = .incomplete
      case nil: reading = .refused
      }
    }
    guard case .header(let found) = reading else { return reading }
    // 1,024 channels are the limit of libsndfile.
    let isUsual = (1...1024).contains(found.channels) && found.sampleRate > 0
    guard isUsual else { return .refused }
    return reading
  }
}

extension PCMStreamHeader {
  private static func wave(_ head: [UInt8], of dialect: ChunkDialect) -> Reading {
    let source = ByteSource(bytes: head)
    let survey = ChunkSurvey(source, at: 0, of: dialect)
    guard let chunk = survey.formatChunk, let format = ChunkFormat(survey, in: source) else {
      let mayFollow = survey.data == nil
      return mayFollow ? .incomplete : .refused
    }
    guard chunk.present >= 16, var found = header(of: format, in: dialect) else {
      // An extensible format chunk has 40 bytes, and may still be on its way.
      let isIncomplete = chunk.present < min(chunk.size, 40)
      return isIncomplete ? .incomplete : .refused
    }
    guard let data = survey.data else { return .incomplete }
    // A format behind the samples would come when they are gone.
    guard chunk.body < data.body else { return .refused }
    found.start = data.body
    found.declaredBytes = survey.declaredSize
    return .header(found)
  }

  private static func header(
    of format: ChunkFormat,
    in dialect: ChunkDialect
  ) -> PCMStreamHeader? {
    // Samples of 20 bits in three bytes, say, are left to libsndfile.
    let isPacked = format.frameBytes * 8 == format.bits * format.channels
    let validBits = format.validBits ?? 0
    let usesAllBits = validBits == 0 || validBits == format.bits
    guard isPacked, usesAllBits else { return nil }
    func plain(_ encoding: SampleFormat.Encoding) -> PCMCoding {
      .plain(SampleFormat(encoding, bigEndian: !dialect.isLittleEndian))
    }
    let coding: PCMCoding? =
      switch (format.tag, format.bits) {
      case (1, 8): .unsigned8
      case (1, 16): plain(.int16)
      case (1, 24): plain(.int24)
      case (1, 32): plain(.int32)
      case (3, 32): plain(.float32)
      case (3, 64): .float64(isBigEndian: !dialect.isLittleEndian)
      case (6, 8): .aLaw
      case (7, 8): .muLaw
      default: nil
      }
    guard let coding else { return nil }
    return PCMStreamHeader(
      container: dialect.name,
      coding: coding,
      sampleRate: format.sampleRate,
      channels: format.channels
    )
  }

  private static func au(_ header: AUHeader) -> PCMStreamHeader? {
    // The header is followed by text of any length. No program writes 64 KiB of it.
    guard (24...1 << 16).contains(header.offset) else { return nil }
    func plain(_ encoding: SampleFormat.Encoding) -> PCMCoding {
      .plain(SampleFormat(encoding, bigEndian: true))
    }
    let coding: PCMCoding? =
      switch header.coding {
      case 1: .muLaw
      case 2: .signed8
      case 3: plain(.int16)
      case 4: plain(.int24)
      case 5: plain(.int32)
      case 6: plain(.float32)
      case 7: .float64(isBigEndian: true)
      case 27: .aLaw
      default: nil
      }
    guard let coding else { return nil }
    var found = PCMStreamHeader(
      container: "AU",
      coding: coding,
      sampleRate: header.sampleRate,
      channels: header.channels
    )
    found.start = header.offset
    found.declaredBytes = ChunkDialect.known(header.size ?? 0)
    return found
  }
}

/// The header of an AU file: six big-endian words.
struct AUHeader {
  let offset: Int
  /// The size, or nil if the writer did not know it.
  let size: Int?
  let coding: Int
  let sampleRate: Int
  let channels: Int

  init?(_ head: [UInt8]) {
    guard head.count >= 24, head.starts(with: ".snd".utf8) else { return nil }
    offset = Int(head.bigEndian32(at: 4))
    let size = head.bigEndian32(at: 8)
    // All bits set means that the writer could not go back to fill it in.
    let isUnknown = size == .max
    self.size = isUnknown ? nil : Int(size)
    coding = Int(head.bigEndian32(at: 12))
    sampleRate = Int(head.bigEndian32(at: 16))
    channels = Int(head.bigEndian32(at: 20))
  }

  /// Returns the present share of the bytes that the header declares; nil if all are present.
  func share(ofPresent present: Int) -> Double? {
    guard let size, offset + size > present else { return nil }
    return Double(max(present - offset, 0)) / Double(size)
  }
}
