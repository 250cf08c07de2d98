import Library
import System

extension ScanRun {
  /// Refuses to take a library that lost all its recordings for empty, as its disk may not be
  /// mounted, and reports how many recordings are gone.
  func checkGone(
    _ plan: ScanPlan, _ previous: inout PreviousRun, _ places: ScanPlaces
  ) throws(RunFailure) {
    // A part may have no recordings of its own.
    guard places.part == nil, let known = previous.index?.count else { return }
    let gone = previous.vanished().count
    guard gone > 0, !interruption.requested else { return }
    if plan.listing.files.count == 0, plan.listing.problems.isEmpty, !options.redoesAll {
      throw .libraryEmptied(places.library.bytes, had: known)
    }
    if gone >= Self.manyGone, gone * 2 > known {
      report.say(.manyGone(gone, of: known))
    } else if options.prune == .nothing, !isHarmless {
      report.say(.picturesLeft(of: gone))
    }
  }

  private static let manyGone = 20
}
