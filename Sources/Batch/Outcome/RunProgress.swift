/// How far a run is.
// A value that the parent task fills and the report prints: the line needs no lock of the run.
struct RunProgress: Sendable {
  var filesFound = 0
  var filesDone = 0
  var filesFailed = 0
  var secondsDecoded = 0.0
  /// The cost of completed and of all known work; recordings in progress count in part.
  var workDone = 0.0
  var workFound = 0.0
  var elapsedSeconds = 0.0
  /// The time until all is done, or nil if unknown.
  var secondsLeft: Double?
  /// Nil unless the run draws more than it decodes.
  var picturesPerSecond: Double?
  /// Whether more files may still be found.
  var isCrawling = true
  /// Whether this is a single recording, without files to count.
  var isOfOneRecording = false

  /// The fraction that is done: of the work if there is any, else of the files.
  // An hour of sound is a file like a second of it, and takes 3,600 times as long.
  var fraction: Double {
    if workFound > 0 { return min(1, max(0, workDone / workFound)) }
    guard filesFound > 0 else { return 0 }
    return min(1, max(0, Double(filesDone) / Double(filesFound)))
  }
}
