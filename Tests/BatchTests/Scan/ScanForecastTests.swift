import Glibc
import TestSupport
import Testing
import WavethumbSystem

@testable import Decoding
@testable import WavethumbBatch
@testable import WavethumbLibrary
@testable import WavethumbOptions

@Suite struct ScanForecastTests {
  /// Forecasts the scan of one recording with workers of that program.
  private static func forecast(_ tree: TemporaryTree, executable: String) throws
    -> WavethumbBatch.ExitStatus
  {
    try tree.write("library/a.wav", bytes: WaveFile.tone(frames: 9000).bytes)
    var options = ScanOptions(library: tree.path.appending("library").bytes)
    options.onlyChecks = true
    // A cached summary would need no worker.
    options.cache.isUsed = false
    let run = ScanRun(options, report: Report(.quiet), interruption: Interruption())
    let setup = try ScanSetup(
      options,
      damaged: [],
      report: run.report,
      interruption: run.interruption
    )
    let listing = try LibraryListing(
      setup.paths,
      rules: Crawl.Rules(),
      interruption: run.interruption
    ) { _ in }
    let pool = WorkerPool(
      isolation: .auto,
      timeout: 10,
      size: 1,
      starter: WorkerStarter(executable: executable)
    )
    let context = ScanContext(
      library: try setup.paths.openLibrary(),
      setup: setup,
      pool: pool,
      meter: ProgressMeter(run.report),
      listing: listing,
      options: options,
      interruption: run.interruption
    )
    let plan = ScanPlan(
      listing,
      since: setup.previous,
      options: options,
      context: context,
      prechecked: []
    )
    return try ScanForecast(run: run, context: context).report(plan, in: setup.paths)
  }

  @Test func `a forecast ends when no worker can start`() throws {
    let tree = try TemporaryTree()
    // A forecast opens each recording in a worker. Without one, it would call all of them broken.
    let failure = RunFailure.noWorker(.notStarted(errno: ENOENT))
    #expect(throws: failure) {
      try Self.forecast(tree, executable: "/nonexistent/wavethumb")
    }
  }
}
