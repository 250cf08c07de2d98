import Bytes
import System

/// What is to be done about one recording, and what is known of it from before.
struct RecordingJob: Sendable {
  /// Its place among the files of the crawl.
  var index: Int
  var path: RawPath
  /// Settings and pictures are as they were, if only the content is.
  var isOtherwiseUnchanged = false
  /// The content's digest where the file is known to be the same.
  var trustedDigest: ContentDigest?
  /// The content's digest at the last run, where the size is the same.
  var lastDigest: ContentDigest?
  /// Earlier runs made pictures of it.
  var hadPictures = false
  /// Other files have the same size, so that the content may be known.
  var sharesItsSize = false
  /// What comes after it is too little to keep the other threads at work meanwhile.
  var isLeftAlone = false
  /// A worker has so little to do for it, and so much comes after it, that it is decoded in a turn
  /// with others.
  var isShort = false
  /// A first try has computed without getting on: it is tried again behind all others.
  var isPutOff = false
  /// What the work on it costs.
  var cost: JobCost
  /// Where the last manifest tells of it.
  var lastEntry: Range<Int>?
}
