import WavethumbBytes

/// A recording to process, in sixteen bytes, as there may be a million. Path, identity and record
/// are looked up by its index in the plan.
struct RecordingJob: Sendable {
  struct Flags: OptionSet, Sendable {
    let rawValue: UInt16

    /// The file is known to be unchanged since the last run.
    static let sameFile = Flags(rawValue: 1)
    /// Settings and output files are unchanged: with the same content nothing is left to do.
    static let upToDate = Flags(rawValue: 2)
    /// The last run knew the digest of a content of this size.
    static let hasDigest = Flags(rawValue: 4)
    /// It is short, and enough jobs follow, so that it is decoded in a batch with others.
    static let batchable = Flags(rawValue: 8)
    /// The jobs after it are too few to keep the other threads busy until it is done.
    static let dominatesTail = Flags(rawValue: 16)
    /// It was opened before: this is the second and last try.
    static let secondTry = Flags(rawValue: 32)
    /// Another child was decoding the same content when it was opened.
    static let copy = Flags(rawValue: 64)
  }

  /// The index of its file in the crawl.
  let index: Int
  /// The expected cost in seconds of a desktop computer, rounded.
  let seconds: Float
  let kind: CostKind
  var flags: Flags

  init(index: Int, _ cost: JobCost, _ flags: Flags = []) {
    self.index = index
    self.flags = flags
    seconds = Float(cost.seconds)
    kind = cost.kind
  }
}
