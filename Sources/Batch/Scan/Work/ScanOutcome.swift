/// What a run has made so far: a record of each recording, and the counts for the report.
struct ScanOutcome {
  var records: RunRecords
  var totals: RunTotals
}
