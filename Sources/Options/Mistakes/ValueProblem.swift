package import Raster

/// A mistake in the value of one option.
package enum ValueProblem: Error, Sendable, Equatable {
  case empty
  /// The value is not one of `choices`; `nearest` is the most similar one.
  case unknownWord(nearest: String?, choices: [String])
  /// The value is not a number; `decimalComma` means that it has a comma instead of a point.
  case notANumber(decimalComma: Bool)
  case notWhole
  case outOfRange(lowest: String, highest: String)
  /// The value is not a width and height, as in `600x120`.
  case notASize
  /// The value is not a number of bytes, as in `2G`.
  case notAByteCount
  case notAGlob
  /// The value is not a part of a library, as in `3/10`.
  case notAPart
  /// The value exceeds 1: a number of seconds must be written as `time`.
  case secondsWithoutColon(time: String)
  /// The value is not a time, as in `1:05`.
  case notATime
  /// The value is not a range of times, as in `1:05-2:00`.
  case notARange
  /// The value is not a color; `nearest` is the name of a similar one.
  case notAColor(nearest: String?)
  case notAFont(FontFailure)
  case unreadable(errno: CInt)
  case notAPrefix
  /// The value is not two numbers, as in `example`.
  case notANumberRange(example: String)
  /// The first number of a range exceeds the second; `sorted` has them in their order.
  case reversed(sorted: String)
  /// The value is not a level and a number of seconds, as in `-30:1.75`.
  case notASilence
  case gradientNeedsStops(lowest: Int, highest: Int)
}
