import WavethumbBytes

/// Decodes one kind of recording; another library needs only another conforming type.
// A class, because it owns a handle of a C library. Calls are per block, never per sample.
protocol AudioDecoder: AnyObject {
  var sound: DecodedSound { get }
  /// The length from the header or from a walk over all frame headers.
  var length: DeclaredLength { get }
  func bitRate(ofBytes bytes: Int) -> AudioBitRate?
  /// How the recording ended, once the end is reached.
  var ending: AudioEnding { get }

  /// Whether the file has more frames than it declares, once the declared end is reached.
  var isShortened: Bool { get }

  /// Decodes the next block and passes it on, unless it is a gap.
  func nextBlock(_ body: (borrowing RawSpan) -> Void) throws(AudioFailure) -> DecodedBlock
  /// Whether a gap follows the last decoded block.
  var isBeforeGap: Bool { get }
  /// Seeks to a frame if that is bit-exact.
  func seek(toFrame frame: Int) -> Bool
  /// Returns whether `seekWithPreroll` reaches every part; the position is undefined afterwards.
  func isDivisible() -> Bool
  /// Whether decoding after `seekWithPreroll` gives the same bits as decoding from the beginning.
  var isApproachedExactly: Bool { get }
  /// Seeks in a divisible recording, decoding as many frames as the requested one depends on.
  func seekWithPreroll(_ frame: Int) -> Bool
  var seekCost: SeekCost { get }
  /// Seeks near a frame as cheaply as possible.
  func seekApproximately(toFrame frame: Int) -> Bool
}

extension AudioDecoder {
  func bitRate(ofBytes bytes: Int) -> AudioBitRate? {
    AudioBitRate(bytes: bytes, seconds: Double(length.frames ?? 0) / Double(sound.sampleRate))
  }

  var isBeforeGap: Bool { false }

  var isShortened: Bool { false }

  func isDivisible() -> Bool {
    // If the middle can be reached, so can the start of every part.
    guard let frames = length.frames, frames > 1 else { return false }
    return seek(toFrame: frames / 2)
  }

  var isApproachedExactly: Bool { true }

  func seekWithPreroll(_ frame: Int) -> Bool { seek(toFrame: frame) }

  var seekCost: SeekCost { .reading }

  func seekApproximately(toFrame frame: Int) -> Bool { seek(toFrame: frame) }
}

/// The next frames of a recording, decoded or lost in a gap; no frames at the end.
struct DecodedBlock {
  var frames = 0
  var isGap = false
}

/// What a decoder knows of the sound before it decodes.
struct DecodedSound {
  var formatName: String
  var sampleRate: Int
  var channels: Int
  var channelNames: [String] = []
  var format: SampleFormat
  /// The type of the samples before they were decoded to floating point.
  var origin: SampleOrigin
  var isLossless = false
  var tags = AudioTags()

  var bytesPerFrame: Int { channels * format.bytesPerSample }
}

/// How a recording ended: complete or truncated.
public struct AudioEnding: Sendable, Equatable {
  /// Whether it ended early.
  public var isCut = false
  /// The number of missing frames; nil if no length is declared.
  public var missing: Int?

  /// Creates the ending of a recording with a declared number of frames.
  package init(_ frames: Int, of declared: Int, at sampleRate: Int) {
    let exact = Self.after(frames, of: .claimed(declared))
    self = exact.tolerant(of: frames, at: sampleRate)
  }

  init(isCut: Bool = false, missing: Int? = nil) {
    self.isCut = isCut
    self.missing = missing
  }

  /// Returns this ending, or a complete one if at most 50 ms or a thousandth is missing.
  // Encoders pad and count differently: a few frames of a whole file are often missing. 50 ms are two
  // frames of MP3; the thousandth is untuned.
  func tolerant(of frames: Int, at sampleRate: Int) -> AudioEnding {
    guard let missing else { return self }
    let tolerance = max(Double(sampleRate) * 0.05, Double(frames + missing) * 0.001)
    guard Double(missing) > tolerance else { return AudioEnding() }
    return self
  }

  /// Returns the ending after a number of frames, compared with the declared length if any.
  static func after(_ frames: Int, of declared: DeclaredLength) -> AudioEnding {
    guard let all = declared.frames, frames < all else { return AudioEnding() }
    return AudioEnding(isCut: true, missing: all - frames)
  }
}

/// The cost of seeking near a frame.
package enum SeekCost: Sendable {
  /// Only reading at the new position.
  case reading
  /// A few frames before it are decoded.
  case lead
  /// The position is found by decoding samples of the file.
  case search
  /// The position is found by reading single pages, and pages before it are decoded.
  case pages
}

/// The length, if known before decoding.
enum DeclaredLength: Equatable {
  case unknown
  /// The header declares the number.
  case claimed(Int)
  /// The number is counted from the bytes of the file.
  case counted(Int)

  var frames: Int? {
    switch self {
    case .unknown: nil
    case .claimed(let frames), .counted(let frames): frames
    }
  }
}
