import Decoding
import WavethumbSystem

/// The expected cost of the work on a recording, in seconds of a desktop computer.
///
/// Only the ratio between recordings matters: the longest come first, and the time left is estimated
/// by the share of the work that is done.
// Of bytes, because nothing else is known before a file is opened: neither its length nor its rate.
struct JobCost: Sendable, Hashable {
  let bytes: Int
  let seconds: Double
  let kind: CostKind

  // Opening, and each picture: drawing, compressing and writing. Untuned: a picture of
  // 598x120 takes 0.2 to 1 ms to compress. They matter for libraries of very short recordings only.
  private static let secondsOfFile = 0.001
  private static let secondsOfOutput = 0.001

  /// The cost of a recording, which is not decoded if its content is known.
  init(_ path: RawPath, bytes: Int64, isKnown: Bool, outputs: Int = 1) {
    let kind = isKnown ? .known : CostKind(path)
    self.init(kind, bytes: Int(clamping: bytes), outputs: outputs)
  }

  init(_ kind: CostKind, bytes: Int, outputs: Int = 1) {
    self.bytes = max(0, bytes)
    self.kind = kind
    seconds =
      Self.secondsOfFile + Double(outputs) * Self.secondsOfOutput
      + Double(self.bytes) * kind.secondsOfByte
  }

  /// Returns the completed fraction in 0…1, even if a worker reports invalid numbers.
  func share(_ soFar: DecodedSoFar) -> Double {
    guard bytes > 0 else { return 0 }
    let done = min(max(soFar.bytes, 0), bytes)
    return Double(done) / Double(bytes)
  }
}

/// Kinds of work: a byte of one format costs up to a thousand times a byte of another.
enum CostKind: Int, CaseIterable, Sendable {
  case mpeg, flac, vorbis, opus, pcm
  /// A format that only ffmpeg reads, or no audio.
  case other
  /// The content is probably known: only its digest is computed.
  case known

  /// The kind of a recording that has to be decoded, by its file name extension.
  init(_ path: RawPath) {
    // A point and four letters, the longest extension below. The whole path need not be copied.
    let name = path.bytes.suffix(5)
    let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
    switch String(decoding: name[dot...].dropFirst(), as: UTF8.self).lowercased() {
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

  /// Seconds that one thread of a desktop computer takes for a byte.
  // Measured with 50 minutes of 44.1 kHz stereo: MP3 at 128 kbit/s 2.0 s, Vorbis 5.1 s, Opus at
  // 64 kbit/s 9 s, FLAC 2.3 s, and WAV of 531 MB 0.4 s. Only their ratios matter.
  var secondsOfByte: Double {
    switch self {
    case .mpeg: 42e-9
    case .flac: 8e-9
    case .vorbis: 120e-9
    case .opus: 370e-9
    case .pcm: 0.7e-9
    // Most of it is AAC, which ffmpeg decodes about as fast as our libraries decode MP3.
    case .other: 42e-9
    // A digest of 5 GB a second, which the page cache delivers. A disk is slower, for all kinds.
    case .known: 0.2e-9
    }
  }
}
