import WavethumbBytes

/// The format chunk of a container: encoding, rate and channels.
struct ChunkFormat {
  private(set) var channels: Int
  private(set) var sampleRate: Int
  /// The encoding's number in WAV, its four letters elsewhere.
  private(set) var coding: String
  private(set) var tag: Int?
  /// Bytes per frame and bits per sample; 0 if the dialect has no such fields.
  private(set) var frameBytes = 0
  private(set) var bits = 0
  private(set) var validBits: Int?

  init?(_ survey: ChunkSurvey, in source: ByteSource) {
    guard let chunk = survey.formatChunk else { return nil }
    // No field that is read here lies behind the first 64 bytes.
    let body = source.bytes(at: chunk.body, count: min(chunk.present, 64))
    self.init(body, of: survey.dialect)
  }

  /// Reads the body of a format chunk; fields beyond its end are 0.
  init(_ body: [UInt8], of dialect: ChunkDialect) {
    switch dialect {
    case .riff, .rf64, .w64:
      self.init(wave: body, isBig: false)
    case .rifx:
      self.init(wave: body, isBig: true)
    case .iff:
      let exponent = body.bigEndian16(at: 8)
      let mantissa = body.bigEndian64(at: 10)
      // AIFF without C has no encoding, and its chunk ends before.
      self.init(
        channels: Int(body.bigEndian16(at: 0)),
        sampleRate: Self.whole(exponent: exponent, mantissa: mantissa),
        coding: Self.letters(of: body, at: 18)
      )
    case .caf:
      self.init(
        channels: Int(body.bigEndian32(at: 24)),
        sampleRate: Self.whole(Double(bitPattern: body.bigEndian64(at: 0))),
        coding: Self.letters(of: body, at: 8)
      )
    }
  }

  private init(channels: Int, sampleRate: Int, coding: String) {
    self.channels = channels
    self.sampleRate = sampleRate
    self.coding = coding
  }

  private init(wave body: [UInt8], isBig: Bool) {
    func number(at offset: Int) -> Int {
      let word = isBig ? body.bigEndian16(at: offset) : body.littleEndian16(at: offset)
      return Int(word)
    }
    let rate = isBig ? body.bigEndian32(at: 4) : body.littleEndian32(at: 4)
    channels = number(at: 2)
    sampleRate = Int(rate)
    frameBytes = number(at: 12)
    bits = number(at: 14)
    let plain = number(at: 0)
    // WAVE_FORMAT_EXTENSIBLE: the encoding is in the first two bytes of an identifier.
    let isExtended = plain == 0xFFFE && body.count >= 26
    guard isExtended else {
      tag = plain
      coding = Self.name(plain, bits: bits)
      return
    }
    let extended = number(at: 24)
    validBits = number(at: 18)
    tag = extended
    let isKnown = Self.namesEncoding(body[24...], isBig: isBig)
    let encoding = isKnown ? extended : plain
    coding = Self.name(encoding, bits: bits)
  }

  /// Whether no library here supports the encoding, regardless of the rest of the header.
  var isForeign: Bool {
    guard let tag else { return false }
    return Self.foreign(tag) != nil
  }

  // Layer III has a number of its own; 0x50 is layers I and II.
  var isMPEG: Bool { tag == 0x55 || tag == 0x50 }

  /// Returns whether the identifier of an extensible format begins with a known number: the other
  /// fourteen bytes must then be one of two endings, as far as present.
  private static func namesEncoding(_ identifier: ArraySlice<UInt8>, isBig: Bool) -> Bool {
    // The identifier begins with numbers, which have another byte order in RIFX: not compared there.
    if isBig { return true }
    let rest = identifier.dropFirst(2).prefix(plainEnding.count)
    return plainEnding.starts(with: rest) || ambisonicEnding.starts(with: rest)
  }

  // Of the identifiers in Microsoft's headers, and of those for B-format.
  private static let plainEnding: [UInt8] = [
    0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71,
  ]
  private static let ambisonicEnding: [UInt8] = [
    0, 0, 0x21, 0x07, 0xD3, 0x11, 0x86, 0x44, 0xC8, 0xC1, 0xCA, 0, 0, 0,
  ]

  /// Returns the four letters at an offset; empty behind the end of a chunk.
  private static func letters(of body: [UInt8], at offset: Int) -> String {
    guard body.count >= offset + 4 else { return "" }
    return TagText.sanitized(body[offset..<offset + 4]) ?? ""
  }

  /// Converts an 80-bit number of AIFF to an integer, if it fits.
  private static func whole(exponent word: UInt16, mantissa: UInt64) -> Int {
    // Biased, with the sign in the highest bit; the leading one of the mantissa is stored.
    let exponent = Int(word & 0x7FFF) - 16383
    let isNegative = word & 0x8000 != 0
    guard exponent >= 0, mantissa != 0 else { return 0 }
    let size =
      if exponent >= 62 {
        Int.max
      } else {
        Int(mantissa >> UInt64(63 - exponent))
      }
    return isNegative ? -size : size
  }

  /// Rounds a number of CAF, which may be anything that 64 bits can be.
  private static func whole(_ value: Double) -> Int {
    guard !value.isNaN else { return 0 }
    // No rate is as high, and each whole number below is one of `Double` and of `Int`.
    let limited = min(max(value.rounded(), -1e15), 1e15)
    return Int(limited)
  }

  private static func name(_ tag: Int, bits: Int) -> String {
    switch tag {
    case 1: return "\(bits)-bit PCM"
    case 3: return "\(bits)-bit float"
    // The extension that should contain the encoding is missing.
    case 0xFFFE: return "an extensible format that names no encoding"
    default: return foreign(tag) ?? "encoding 0x" + String(tag, radix: 16, uppercase: true)
    }
  }

  /// Encodings that need another decoder.
  private static func foreign(_ tag: Int) -> String? {
    switch tag {
    case 0x00FF, 0x1600, 0x1601, 0x1602, 0x4143, 0x706D, 0xA106: "AAC"
    case 0x0160...0x0163: "WMA"
    case 0x0057, 0x0058, 0x7361, 0x7362: "AMR"
    case 0x0092, 0x2000: "AC-3"
    case 0x0008, 0x2001: "DTS"
    case 0x0270, 0x0240, 0x0250: "ATRAC"
    case 0x5756: "WavPack"
    case 0x566F, 0x674F...0x6751, 0x676F...0x6771: "Vorbis"
    case 0xF1AC: "FLAC"
    case 0x0022: "TrueSpeech"
    case 0x0042, 0x0111, 0x0014: "G.723"
    case 0x0083: "G.729"
    case 0x0200, 0x0020: "Creative or Yamaha ADPCM"
    default: nil
    }
  }
}
