import Decoding
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The output of a scan, opened and locked, and the options that the scan has after the last one.
// Decided under the lock: a scan that waits for another one repeats the options of that one.
struct ScanStart {
  let options: ScanOptions
  let paths: ScanPaths
  /// What to look at; nil for the whole library.
  let roots: CrawlRoots?
  /// Nil if nothing is written and no output exists.
  let output: OutputFolder?
  /// The lock of the output, which parts share with each other only, and the lock of the part.
  private let locks: [OutputLock]

  /// Throws if the output cannot be opened, belongs to another program, or does not say what a scan is to
  /// repeat; a run that writes nothing creates nothing here either.
  init(_ options: ScanOptions, report: Report, interruption: Interruption) throws {
    report.say(ignored: options.recordings)
    try OpenFiles.require(OpenFiles.needed(forJobs: 1))
    try AddressSpace.require()
    paths = ScanPaths(options)
    _ = try paths.openLibrary()
    _ = try FFmpegProgram.requested(by: options.decoding)
    // What may be refused is refused before anything is created: after a mistyped --output there is no
    // folder of ours there.
    roots = try PathList.roots(of: options, interruption: interruption)
    try CacheFolder.refuseForeign(options.cache)
    let existing = try paths.openOutput(creating: false, interruption: interruption)
    try Self.refuseForeign(paths, in: existing)
    let expected = try LastScan(paths, in: existing).continued(by: options, at: paths).options
    try ScanPage(options: expected, paths: paths).refuseForeign()
    let placement = OutputPlacement(paths, isChosen: options.output != nil)
    let isShared = try placement.isShared(hasLedger: existing?.hasLedger() ?? false)

    let writes = !options.isReadOnly
    if writes {
      _ = try paths.makeManifestFolder()
    }
    output = try paths.openOutput(creating: writes, interruption: interruption)
    // A run that only looks may look while another writes: what it reports may then be old, but a
    // lock would make a check fail whenever a scan runs.
    locks =
      writes ? try Self.locks(of: output, paths, options, report, interruption: interruption) : []
    let continued = try LastScan(paths, in: output).continued(by: options, at: paths)
    self.options = continued.options
    if let note = continued.note {
      report.say(note)
    }
    if isShared {
      report.say(.outputSharesLibrary(paths.output.bytes))
    }
  }

  /// Throws if another program generated the manifest that this run would replace.
  private static func refuseForeign(
    _ paths: ScanPaths,
    in output: OutputFolder?
  ) throws(RunFailure) {
    let facts = try paths.facts(in: output)
    try PreviousRun.refuseForeign(paths.manifest, named: facts?.manifest)
  }

  /// Takes the locks, or waits for another run as long as the options say.
  private static func locks(
    of output: OutputFolder?,
    _ paths: ScanPaths,
    _ options: ScanOptions,
    _ report: Report,
    interruption: Interruption
  ) throws -> [OutputLock] {
    let deadline = MonotonicClock.seconds + options.secondsToWait
    var hasSaidSo = false
    while true {
      do throws(RunFailure) {
        return try locks(of: output, paths)
      } catch {
        guard case .outputHeld(_, let process) = error, MonotonicClock.seconds < deadline else {
          throw error
        }
        if !hasSaidSo {
          report.say(.waitsForScan(process: process))
          hasSaidSo = true
        }
      }
      try interruption.wait(seconds: secondsBetweenTries)
    }
  }

  // Asked again and again: a wait in the kernel could not be ended by a signal or by the time.
  private static let secondsBetweenTries = 0.05

  private static func locks(
    of output: OutputFolder?,
    _ paths: ScanPaths
  ) throws(RunFailure) -> [OutputLock] {
    guard let output else { return [] }
    // Two locks: parts may run beside each other but not beside a run of the whole, and no part may
    // run twice.
    let lockOfOutput = try OutputLock.acquired(
      in: output.folder,
      paths.output,
      isShared: paths.part != nil
    )
    guard let part = paths.part else { return [lockOfOutput] }
    let lockOfPart = try OutputLock.acquired(
      in: output.folder,
      paths.output,
      name: PartFiles.lock(of: part)
    )
    return [lockOfOutput, lockOfPart]
  }
}
