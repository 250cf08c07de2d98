import System

/// What a run knows of every path by its end, in the order of path bytes: what manifest and memory are written from.
struct ScanLedger {
  struct Line {
    var path: RawPath
    var recording: PastRecording
    var piece: ManifestFile.Piece
  }

  private(set) var lines: [Line] = []
  private(set) var counts = ManifestCounts()

  mutating func add(_ line: Line) {
    lines.append(line)
    counts.count(line.recording.status)
  }

  /// A recording of which all is as it was.
  mutating func keep(_ path: RawPath, _ past: PastRecording) {
    add(Line(path: path, recording: past, piece: .kept(past.entry)))
  }

  mutating func sort() {
    lines.sort { $0.path < $1.path }
  }
}
