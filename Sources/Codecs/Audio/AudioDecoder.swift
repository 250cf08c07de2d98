import Bytes

/// Decodes one kind of recording; another library needs only another conforming type.
protocol AudioDecoder: AnyObject {
  var sound: DecodedSound { get }
  /// The length from the header or from a walk over all frame headers.
  var length: DeclaredLength { get }
  func bitRate(ofBytes bytes: Int) -> AudioBitRate?
  /// How the recording ended, once the end is reached.
  var ending: AudioEnding { get }

  /// Decodes the next block and passes it on, unless it is a gap.
  func nextBlock(_ body: (borrowing RawSpan) -> Void) throws(AudioFailure) -> DecodedBlock
  /// Whether a gap follows the last decoded block.
  var isBeforeGap: Bool { get }
  /// Seeks to a frame if that is bit-exact.
  func seek(toFrame frame: Int) -> Bool
  /// Returns whether `approach` reaches every part; the position is undefined afterwards.
  func isDivisible() -> Bool
  /// Whether decoding after `approach` gives the same bits as decoding from the beginning.
  var isApproachedExactly: Bool { get }
  /// Seeks in a divisible recording, decoding as many frames as the wanted one depends on.
  func approach(_ frame: Int) -> Bool
  var leapCost: AudioLeapCost { get }
  /// Seeks near a frame as cheaply as possible.
  func leap(toFrame frame: Int) -> Bool
}

extension AudioDecoder {
  func bitRate(ofBytes bytes: Int) -> AudioBitRate? {
    AudioBitRate(bytes: bytes, seconds: Double(length.frames ?? 0) / Double(sound.sampleRate))
  }

  var isBeforeGap: Bool { false }

  func isDivisible() -> Bool {
    guard let frames = length.frames, frames > 1 else { return false }
    return seek(toFrame: frames / 2)
  }

  var isApproachedExactly: Bool { true }

  func approach(_ frame: Int) -> Bool { seek(toFrame: frame) }

  var leapCost: AudioLeapCost { .reading }

  func leap(toFrame frame: Int) -> Bool { seek(toFrame: frame) }
}

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

/// The next frames of a recording, decoded or lost in a gap; no frames at the end.
struct DecodedBlock {
  var frames = 0
  var isGap = false
}

/// The cost of seeking near a frame.
package enum AudioLeapCost: Sendable {
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
