/// A job as a plan keeps it: what cannot be read from the crawl and the last run when its turn
/// comes.
struct PlannedJob: Sendable {
  private struct Note: OptionSet {
    let rawValue: UInt8

    static let same = Note(rawValue: 1)
    static let upToDate = Note(rawValue: 2)
    static let leftAlone = Note(rawValue: 4)
    static let short = Note(rawValue: 8)
    static let digest = Note(rawValue: 16)
  }

  /// Of the desktop that all costs are told in.
  let seconds: Double
  private let number: Int32
  let kind: CostKind
  private var notes: Note = []

  init(index: Int, _ cost: JobCost) {
    number = Int32(index)
    (seconds, kind) = (cost.seconds, cost.kind)
  }

  /// The place of its file in the crawl.
  var index: Int { Int(number) }

  /// The file is known to be the one that the last run saw.
  var isSame: Bool {
    get { notes.contains(.same) }
    set { note(.same, newValue) }
  }

  /// Settings and pictures are as they were.
  var isUpToDate: Bool {
    get { notes.contains(.upToDate) }
    set { note(.upToDate, newValue) }
  }

  /// What comes after it is too little to keep the other threads at work meanwhile.
  var isLeftAlone: Bool {
    get { notes.contains(.leftAlone) }
    set { note(.leftAlone, newValue) }
  }

  /// It is decoded in a turn with others.
  var isShort: Bool {
    get { notes.contains(.short) }
    set { note(.short, newValue) }
  }

  /// Its content is likely to be known.
  var hasDigest: Bool {
    get { notes.contains(.digest) }
    set { note(.digest, newValue) }
  }

  private mutating func note(_ note: Note, _ isSet: Bool) {
    if isSet { notes.insert(note) } else { notes.remove(note) }
  }
}
