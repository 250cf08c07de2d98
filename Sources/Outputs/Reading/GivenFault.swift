package import Bytes

/// Why nothing can be made of a file of data.
package enum GivenFault: Error, Equatable {
  case tooLong(mostBytes: Int)
  case broken(offset: Int)
  /// There is none of the arrays that are known, or nothing in it.
  case missing
  case tooMany(most: Int)
  case notANumber(index: Int)
  /// A member that the format demands, and that is not there or is nothing it could be.
  case badMember(String)
  /// It ends before its points begin.
  case short(bytes: Int)
  case version(Int)
  case sampleRate(Int)
  case framesPerPoint(Int)
  case channels(Int)
  case bits(Int)
  /// In values.
  case length(declared: Int, found: Int)
  case beyondRange(index: Int)
  /// The lists of channels are of different lengths.
  case ragged
  /// Frames a point: points cannot be told apart again.
  case finer(asked: Int, given: Int)
  /// A signal came.
  case stopped

  package init(_ failure: JSONFailure) {
    self = failure.reason == .stopped ? .stopped : .broken(offset: failure.offset)
  }
}
