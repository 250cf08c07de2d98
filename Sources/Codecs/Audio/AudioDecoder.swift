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
  /// Returns whether `approach` reaches every part; the position is undefined afterwards.
  func isDivisible() -> Bool
  /// Whether decoding after `approach` gives the same bits as decoding from the beginning.
  var isApproachedExactly: Bool { get }
  /// Seeks in a divisible recording, decoding as many frames as the requested one depends on.
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

  var isShortened: Bool { false }

  func isDivisible() -> Bool {
    // If the middle can be reached, so can the start of every part.
    guard let frames = length.frames, frames > 1 else { return false }
    return seek(toFrame: frames / 2)
  }

  var isApproachedExactly: Bool { true }

  func approach(_ frame: Int) -> Bool { seek(toFrame: frame) }

  var leapCost: AudioLeapCost { .reading }

  func leap(toFrame frame: Int) -> Bool { seek(toFrame: frame) }
}
