import System

/// Kinds of work, as the bytes of one format cost a thousand times those of another.
enum CostKind: Int, CaseIterable, Sendable {
  case mpeg, flac, vorbis, opus, pcm
  /// A format that only ffmpeg reads, or nothing at all.
  case other
  /// The content is known most likely, and has to be recognised only.
  case known

  /// The kind of a recording that has to be decoded, by the ending of its name.
  init(_ path: RawPath) {
    switch path.ending {
    case "mp3", "mp2", "mp1", "mpga", "bit": self = .mpeg
    case "flac": self = .flac
    case "ogg", "oga": self = .vorbis
    case "opus": self = .opus
    case "wav", "wave", "bwf", "rf64", "w64", "aif", "aiff", "aifc", "caf", "au", "snd", "sd2",
      "voc":
      self = .pcm
    default: self = .other
    }
  }

  /// What one thread takes for a byte, in seconds of a desktop.
  var secondsOfByte: Double {
    switch self {
    case .mpeg: 42e-9
    case .flac: 8e-9
    case .vorbis: 120e-9
    case .opus: 370e-9
    case .pcm: 0.7e-9
    // Our libraries say at a glance that they do not read it; ffmpeg takes as long as for MP3.
    case .other: 42e-9
    case .known: 0.2e-9
    }
  }

  /// Whether several threads can decode one long recording.
  var isShareable: Bool {
    switch self {
    case .mpeg, .flac, .vorbis, .opus, .pcm: true
    case .other, .known: false
    }
  }
}

extension RawPath {
  /// What stands behind the last dot of the name, in small letters; empty where that is long.
  fileprivate var ending: String {
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), bytes.count - dot <= 5 else {
      return ""
    }
    return String(decoding: bytes[(dot + 1)...], as: UTF8.self).lowercased()
  }
}
