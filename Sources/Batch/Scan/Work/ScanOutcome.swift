import WavethumbSystem

/// What a run has made so far: a record of each recording, and the counts for the report.
struct ScanOutcome {
  var records: RunRecords
  var totals: RunTotals
  /// The recordings of which an output has the name of a file that is not known as ours.
  var blocked = 0
  var firstBlocked: RawPath?
}
