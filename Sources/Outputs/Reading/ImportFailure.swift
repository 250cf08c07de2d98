package import WavethumbBytes

/// The reason why a data file cannot be used.
package enum ImportFailure: Error, Equatable {
  case tooLong(maximumBytes: Int)
  /// It is no JSON from this byte on.
  case broken(offset: Int)
  /// All known arrays are missing or empty.
  case missing
  case tooMany(maximum: Int)
  case notANumber(index: Int)
  /// A required member is missing or invalid.
  case badMember(String)
  /// The file ends before the first point.
  case short(bytes: Int)
  case version(Int)
  case sampleRate(Int)
  case framesPerPoint(Int)
  case channels(Int)
  case bits(Int)
  /// The number of values differs from the declared one.
  case length(declared: Int, found: Int)
  case beyondRange(index: Int)
  /// The lists of channels have different lengths.
  case ragged
  /// The requested points are finer than the given ones.
  case finer(asked: Int, given: Int)
  /// A signal arrived.
  case stopped

  package init(_ failure: JSONFailure) {
    // Where the text breaks says more than how: such files are written by programs.
    if failure.reason == .stopped {
      self = .stopped
    } else {
      self = .broken(offset: failure.offset)
    }
  }
}
