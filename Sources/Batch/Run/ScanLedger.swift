/// What is known of every path of a run, line by line, in the order of path bytes.
struct ScanLedger {
  struct Line {
    var path: RawPath
    var status: OutcomeStatus
    var piece: ManifestFile.Piece
    var identity: FileIdentity?
    var digest: ContentDigest?
    var sizes: [UInt32] = []
    /// The next run may trust all this where the file is the same.
    var isSettled: Bool
  }

  private(set) var lines: [Line] = []
  private(set) var counts = ManifestCounts()
  /// Whether anything differs from what the last manifest says.
  private(set) var hasNews = false

  mutating func add(_ line: Line) {
    if case .text = line.piece { hasNews = true }
    lines.append(line)
    counts.count(line.status)
  }

  mutating func sort() {
    lines.sort { $0.path < $1.path }
  }
}
