import Bytes

/// One way to get samples out of a recording: a format that needs another library is one more type.
protocol AudioDecoder: AnyObject {
  var formatName: String { get }
  var sampleRate: Int { get }
  var channels: Int { get }
  /// The short names of channels, where the file has a map of them.
  var channelNames: [String] { get }
  var format: SampleFormat { get }
  /// The type of the samples before they were decoded to floating point.
  var origin: SampleOrigin { get }
  /// Whether samples come out as they were recorded: PCM and FLAC.
  var isLossless: Bool { get }
  /// The length as the header or a walk over all frame headers tells it.
  var length: DeclaredLength { get }
  var tags: AudioTags { get }
  /// How the recording ended, once the end is reached.
  var ending: AudioEnding { get }

  /// Decodes the next block and passes it on; 0 frames at a gap and at the end.
  func nextBlock(_ body: (borrowing RawSpan) -> Void) throws(AudioFailure) -> Int
  /// How many frames are lost at the gap where decoding stopped; 0 at the end.
  func takeGap() -> Int
  /// Whether a gap follows the block that was decoded last.
  var isBeforeGap: Bool { get }
  /// Goes to a frame if that is exact to the bit.
  func seek(toFrame frame: Int) -> Bool
  /// Whether parts of it can be decoded apart from each other, each by `approach`; the place is
  /// undefined afterwards.
  func isDivisible() -> Bool
  /// Whether what is approached is to the bit what decoding from the beginning gives.
  var isApproachedExactly: Bool { get }
  /// Goes to a frame of a divisible recording, decoding as much before it as its samples depend on.
  func approach(_ frame: Int) -> Bool
  /// The coded frame that was decoded last, where knowing it spares another decoder a search.
  var latestFrame: CodedFrame? { get }
  /// Takes where a coded frame begins, as another decoder of the same bytes found it.
  func know(_ frame: CodedFrame)
  /// What `leap` costs.
  var leapCost: AudioLeapCost { get }
  /// Goes near a frame as cheaply as can be.
  func leap(toFrame frame: Int) -> Bool
}

extension AudioDecoder {
  var channelNames: [String] { [] }
  var isLossless: Bool { false }

  func takeGap() -> Int { 0 }

  var isBeforeGap: Bool { false }

  func isDivisible() -> Bool {
    guard let frames = length.frames, frames > 1 else { return false }
    return seek(toFrame: frames / 2)
  }

  var isApproachedExactly: Bool { true }

  func approach(_ frame: Int) -> Bool {
    seek(toFrame: frame)
  }

  var latestFrame: CodedFrame? { nil }

  func know(_ frame: CodedFrame) {}

  var leapCost: AudioLeapCost { .reading }

  func leap(toFrame frame: Int) -> Bool {
    seek(toFrame: frame)
  }
}

/// What it costs to go near a frame.
package enum AudioLeapCost: Sendable {
  /// No more than the reading of what stands there.
  case reading
  /// A few frames before it are decoded.
  case lead
  /// The place is found by decoding here and there.
  case search
  /// The place is found by reading pages here and there, and pages before it are decoded.
  case pages
}

/// The length as far as it is known before decoding.
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
