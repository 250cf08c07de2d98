import Bytes
import Codecs
import System
import Waveform

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
  /// Other files have the same size, so that the content may be known.
  var sharesItsSize = false
  /// What comes after it is too little to keep the other threads at work meanwhile.
  var isLeftAlone = false
  /// A worker has so little to do for it, and so much comes after it, that it is decoded in a turn with others.
  var isShort = false
}

/// What a job came to.
enum JobResult: Sendable {
  case finished(FinishedRecording)
  /// Another job is decoding the same content: the parent asks again when that has ended.
  case parked(RecordingJob, ContentDigest)
  case cancelled
  /// The run cannot go on.
  case ended(RunFailure)
}

/// A recording that is done with, for better or worse.
struct FinishedRecording: Sendable {
  /// What the manifest is to say of it.
  enum Entry: Sendable {
    /// What it said.
    case asBefore
    case text([UInt8])
  }

  var index: Int
  var identity: FileIdentity?
  var digest: ContentDigest?
  var entry: Entry
  /// Stands for the file beside it that its markers are from.
  var markers: UInt64 = 0
  /// The sizes of its pictures and data file, in the order of the settings.
  var sizes: [UInt32] = []
  var outcome: FileOutcome
  var secondsDecoded = 0.0
}
