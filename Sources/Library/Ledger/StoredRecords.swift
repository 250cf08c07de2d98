package import WavethumbBytes
package import WavethumbSystem

/// The records of a ledger that stay in its file: they are read all in order, as often as needed.
///
/// `LedgerRecords` holds them in memory instead, where they are found by number and path.
package struct StoredRecords: Sendable {
  package let count: Int
  /// The seal of the ledger.
  package let seal: ContentDigest

  let file: LedgerFile
  let records: DigestedRange
  let sizes: DigestedRange
  let paths: DigestedRange
  /// All problems: the writer of a ledger bounds their length, whatever the number of recordings.
  private let problems: [ManifestProblem]

  /// Opens the records of a ledger; nil if they do not have the digests in its head, or are malformed.
  package init?(_ ledger: LedgerFile) throws(SystemFailure) {
    guard let head = ledger.head else { return nil }
    let section = head[.records].range
    let start = section.lowerBound + RecordsLayout.headLength
    guard start <= section.upperBound else { return nil }
    let countBytes = try ledger.bytes(section.lowerBound..<start)
    guard let counts = RecordsLayout.Counts(countBytes, sectionLength: section.count) else {
      return nil
    }
    let sizesStart = start + counts.records * PackedRecord.length
    let problemsStart = sizesStart + counts.sizes * 4
    let recordRanges = try ledger.digested(
      .records,
      endingAt: [start, sizesStart, problemsStart, section.upperBound]
    )
    let blockTable = RecordsLayout.blockCount(counts.records) * 8
    let pathSection = head[.paths].range
    guard let recordRanges, blockTable <= pathSection.count else { return nil }
    let pathRanges = try ledger.digested(
      .paths,
      endingAt: [pathSection.lowerBound + blockTable, pathSection.upperBound]
    )
    // Read before and after the digests: only what has them counts.
    let problemBytes = try ledger.bytes(recordRanges[3].range)
    guard let pathRanges, ContentDigest(of: countBytes) == recordRanges[0].digest,
      ContentDigest(of: problemBytes) == recordRanges[3].digest,
      let problems = RecordsLayout.problems(in: problemBytes)
    else { return nil }
    count = counts.records
    seal = head.seal
    file = ledger
    records = recordRanges[1]
    sizes = recordRanges[2]
    paths = pathRanges[1]
    self.problems = problems
  }

  /// The path of the ledger, for failures.
  package var path: RawPath { file.path }

  /// Returns the problem with this number; nil if the table had no room for it.
  package func problem(_ number: UInt32) -> ManifestProblem? {
    guard number > 0, number <= problems.count else { return nil }
    return problems[Int(number) - 1]
  }
}
