package import WavethumbOptions
import WavethumbSystem

/// Checks entries, in the order of their paths, against `--expect`.
package struct ExpectationChecker {
  package let conditions: [EntryCondition]
  /// The first recording of each folder, if a condition compares with it.
  // Kept to the end: the recordings of a folder need not follow each other, as those of its subfolders
  // come between them.
  private var first: [RawPath: ManifestEntry] = [:]

  package init(_ expectations: [[EntryCondition]]) { conditions = Array(expectations.joined()) }

  /// Returns the conditions that a recording does not meet; none if it has no pictures.
  package mutating func missed(by entry: ManifestEntry) -> [EntryCondition] {
    guard entry.facts != nil else { return [] }
    let folder = entry.path.parent
    let comparesInFolder = conditions.contains { condition in condition.test == .same }
    if comparesInFolder, first[folder] == nil {
      first[folder] = entry
    }
    let isAnalyzed = entry.facts?.sound != nil
    return conditions.filter { condition in
      // Damage is known without --analyze, but the absence of other findings is not.
      if condition.field == .findings, !isAnalyzed { return true }
      return !condition.holds(for: entry, besides: first[folder])
    }
  }
}
