import Decoding
import System

/// What the work on a recording costs, in seconds of a desktop: of the time left only the proportion
/// between recordings matters, because the pace is measured.
struct JobCost: Sendable, Hashable {
  let bytes: Int
  let seconds: Double

  // Opening, drawing, packing and writing.
  private static let secondsOfAnyFile = 0.002
  private static let secondsOfDigest = 0.2e-9

  /// The cost of a recording of so many bytes; what is known by its content is not decoded.
  init(_ path: RawPath, bytes: Int64, isKnown: Bool) {
    self.bytes = max(0, Int(clamping: bytes))
    let secondsOfByte = isKnown ? Self.secondsOfDigest : Self.secondsOfByte(ending: path.ending)
    seconds = Self.secondsOfAnyFile + Double(self.bytes) * secondsOfByte
  }

  /// How much of it is done; a worker may say anything.
  func done(_ soFar: DecodedSoFar) -> Double {
    guard bytes > 0 else { return 0 }
    return seconds * Double(min(max(soFar.bytes, 0), bytes)) / Double(bytes)
  }

  /// What one thread takes to decode and measure a byte, as formats differ a thousandfold.
  private static func secondsOfByte(ending: String) -> Double {
    switch ending {
    case "mp3", "mp2", "mp1", "mpga", "bit": 42e-9
    case "flac": 8e-9
    case "ogg", "oga": 120e-9
    case "opus": 370e-9
    case "wav", "wave", "bwf", "rf64", "w64", "aif", "aiff", "aifc", "caf", "au", "snd", "sd2",
      "voc":
      0.7e-9
    // Our libraries say at a glance that they do not read it; ffmpeg takes as long as for MP3.
    default: 42e-9
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
