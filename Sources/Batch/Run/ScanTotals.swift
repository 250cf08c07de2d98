/// What a run adds up, and tells as it goes.
struct ScanTotals {
  var counts = RunTotals()

  init(_ listing: LibraryListing) {
    counts.linkedFoldersNotEntered = listing.linkedFolders
  }

  mutating func take(_ outcome: FileOutcome, _ report: Report) {
    counts.count(outcome)
    report.finished(outcome)
  }
}
