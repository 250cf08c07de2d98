import Bytes

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
      guard ["AIFF", "AIFC", "8SVX", "16SV"].contains(where: { form.elementsEqual($0.utf8) }) else {
        return nil
      }
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

  var name: String {
    switch self {
    case .riff, .rifx: "WAV"
    case .rf64: "RF64"
    case .w64: "W64"
    case .iff: "AIFF"
    case .caf: "CAF"
    }
  }

  var firstChunk: Int {
    switch self {
    case .w64: 40
    case .caf: 8
    case .riff, .rifx, .rf64, .iff: 12
    }
  }

  /// The length of a chunk's name and size.
  var headerLength: Int {
    switch self {
    case .w64: 24
    case .caf: 12
    case .riff, .rifx, .rf64, .iff: 8
    }
  }

  var isLittleEndian: Bool { self == .riff || self == .rf64 || self == .w64 }

  /// Returns the size of a chunk's body in its header; nil if no file can be as large.
  func bodySize(_ header: [UInt8]) -> Int? {
    switch self {
    case .riff, .rf64: Int(header.littleEndian32(at: 4))
    case .rifx, .iff: Int(header.bigEndian32(at: 4))
    case .caf: Int(exactly: header.bigEndian64(at: 4))
    case .w64: Int(exactly: header.littleEndian64(at: 16)).flatMap { $0 >= 24 ? $0 - 24 : nil }
    }
  }

  func padded(_ size: Int) -> Int {
    switch self {
    case .caf: size
    case .w64: size.addingReportingOverflow(7).partialValue & ~7
    case .riff, .rifx, .rf64, .iff: size + size & 1
    }
  }

  /// Returns the declared size, or nil if it is 0 or a placeholder that programs write to a pipe.
  static func known(_ size: Int) -> Int? {
    switch size {
    case 0, 0x7FFF_F000...0x8000_0000, 0xFFFF_F000...0xFFFF_FFFF, (1 << 48 + 1)...: nil
    default: size
    }
  }

  private static let w64Riff: [UInt8] = [
    0x72, 0x69, 0x66, 0x66, 0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0, 0,
  ]
}
