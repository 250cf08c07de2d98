/// A job as a plan keeps it: what cannot be read from the crawl and the last run when its turn
/// comes. Sixteen bytes, as there may be a million of them.
struct PlannedJob: Sendable {
  private let number: Int32
  /// What it is expected to cost, in seconds of a desktop computer; rounded.
  let seconds: Float
  let kind: CostKind
  /// The file is known to be the one that the last run saw.
  var isSame = false
  /// Settings and pictures are as they were.
  var isUpToDate = false
  /// What comes after it is too little to keep the other threads at work meanwhile.
  var isLeftAlone = false
  /// It is decoded in a turn with others.
  var isShort = false
  /// Its content is likely to be known.
  var hasDigest = false

  init(index: Int, _ cost: JobCost) {
    number = Int32(index)
    (seconds, kind) = (Float(cost.seconds), cost.kind)
  }

  /// The place of its file in the crawl.
  var index: Int { Int(number) }
}
