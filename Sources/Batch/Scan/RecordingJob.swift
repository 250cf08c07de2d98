import Bytes
import System

/// What is to be done about one recording, and what is known of it from before.
struct RecordingJob: Sendable {
  /// Its place among the files of the crawl.
  var index: Int
  var path: RawPath
  /// Settings and output files are unchanged: with the same content nothing is left to do.
  var isOtherwiseUnchanged = false
  /// The content's digest where the file is known to be the same.
  var trustedDigest: ContentDigest?
  /// The content's digest at the last run, where the size is the same.
  var lastDigest: ContentDigest?
  /// Earlier runs made pictures of it.
  var hadPictures = false
  /// Other files have the same size, so that the content may be known.
  var sharesItsSize = false
  /// The jobs after it are too few to keep the other threads busy until it is done.
  var isLeftAlone = false
  /// A worker has so little to do for it, and so much comes after it, that it is decoded in a turn
  /// with others.
  var isShort = false
  /// A first try made no progress: it is tried again after all other jobs.
  var isPutOff = false
  /// What the work on it costs.
  var cost: JobCost
  /// The place of its entry in the last manifest, if that lists data files.
  var lastEntry: Range<Int>?
}
