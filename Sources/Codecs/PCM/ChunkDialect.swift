import WavethumbBytes

/// The encoding of names, sizes and padding in a container of chunks.
enum ChunkDialect: Equatable {
  case riff, rifx, rf64, w64, iff, caf

  /// Recognizes a sound container by its first bytes; nil for other chunk files (AVI, WebP).
  init?(_ head: [UInt8]) {
    let form = head.dropFirst(8).prefix(4)
    if head.starts(with: Self.w64Riff) {
      self = .w64
    } else if head.starts(with: "caff".utf8) {
      self = .caf
    } else if head.starts(with: "FORM".utf8) {
      // The last two are of the Amiga, and libsndfile reads them too.
      let forms = ["AIFF", "AIFC", "8SVX", "16SV"]
      let isSound = forms.contains { known in form.elementsEqual(known.utf8) }
      guard isSound else { return nil }
      self = .iff
    } else if form.elementsEqual("WAVE".utf8) || form.elementsEqual("RMP3".utf8) {
      switch String(decoding: head.prefix(4), as: UTF8.self) {
      case "RIFF": self = .riff
      case "RIFX": self = .rifx
      case "RF64", "BW64": self = .rf64
      default: return nil
      }
    } else {
      return nil
    }
  }

  private var layout: (name: String, firstChunk: Int, headerLength: Int) {
    switch self {
    case .riff, .rifx: ("WAV", 12, 8)
    case .rf64: ("RF64", 12, 8)
    case .w64: ("W64", 40, 24)
    case .iff: ("AIFF", 12, 8)
    case .caf: ("CAF", 8, 12)
    }
  }

  var name: String { layout.name }
  var firstChunk: Int { layout.firstChunk }
  /// The length of a chunk's name and size.
  var headerLength: Int { layout.headerLength }

  var isLittleEndian: Bool { self == .riff || self == .rf64 || self == .w64 }

  /// Returns the size of a chunk's body in its header; nil if no file can be as large.
  func bodySize(_ header: [UInt8]) -> Int? {
    switch self {
    case .riff, .rf64: return Int(header.littleEndian32(at: 4))
    case .rifx, .iff: return Int(header.bigEndian32(at: 4))
    case .caf: return Int(exactly: header.bigEndian64(at: 4))
    case .w64:
      let wholeSize = Int(exactly: header.littleEndian64(at: 16))
      guard let wholeSize, wholeSize >= headerLength else { return nil }
      // The size of a chunk of W64 includes its header.
      return wholeSize - headerLength
    }
  }

  func padded(_ size: Int) -> Int {
    switch self {
    case .caf: size
    // To a multiple of eight.
    case .w64: size.addingReportingOverflow(7).partialValue & ~7
    case .riff, .rifx, .rf64, .iff: size + size & 1
    }
  }

  /// Returns the declared size, or nil if it is 0 or a placeholder that programs write to a pipe.
  // Placeholders are near the largest numbers of 31 and of 32 bits: some programs take the header off
  // them. No disk holds a file of 2^48 bytes.
  static func known(_ size: Int) -> Int? {
    switch size {
    case 0, 0x7FFF_F000...0x8000_0000, 0xFFFF_F000...0xFFFF_FFFF, (1 << 48 + 1)...: nil
    default: size
    }
  }

  // The GUID of a Wave64 file, which begins with the letters `riff`.
  private static let w64Riff: [UInt8] =
    Array("riff".utf8) + [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0, 0]
}
