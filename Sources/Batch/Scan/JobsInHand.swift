import Decoding

/// What one thread has in hand: one recording, or several short ones.
struct JobsInHand: Sendable {
  var costs: [JobCost]
  /// Of the first recording.
  var share = 0.0
  /// What is left of its parts, where several threads decode it.
  var parts: PartsLeft?
  /// When its share was last reported.
  var since: Double
  /// When its evidence was last taken.
  var learned: Double
  /// The bytes of the first recording that were read so far, to know it or to decode it.
  var bytesRead = 0.0
  /// The most seconds of a job that is done again, of which nothing else is known.
  var limit: Double?
  var evidence = CostEvidence()
  /// The evidence since its first report: before that, the file is opened and probed.
  var pace = CostEvidence()

  var seconds: Double { costs.reduce(0) { $0 + $1.seconds } }
  var bytes: Double { costs.reduce(0) { $0 + Double($1.bytes) } }
  var isShared: Bool { costs.first?.isShared ?? false }
  var bytesLeft: Double { max(0, bytes - bytesRead) }
  /// It is read as a whole before it is decoded.
  var isBeingRead: Bool { share == 0 && bytesRead > 0 && bytesLeft > 0 }
  /// How much its evidence says of all of it.
  var weight: Double { max(share, bytes > 0 ? min(1, bytesRead / bytes) : 0) }
}
