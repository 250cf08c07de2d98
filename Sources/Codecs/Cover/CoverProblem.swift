/// The reason why existing album art is not shown.
package enum CoverProblem: Error, Sendable, Hashable {
  case empty
  case tooManyBytes
  case tooManyPixels(width: Int, height: Int)
  /// Neither JPEG nor PNG nor WebP, or cut off before its dimensions.
  case notAPicture
}
