import Decoding
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The resources that a run opens before the crawl: output, locks, cache and the state of the last
/// run.
struct ScanSetup {
  let places: ScanPlaces
  let settings: ScanSettings
  let page: ScanPage
  let ffmpeg: FFmpegProgram?
  /// Nil if nothing is written and no output exists.
  let output: OutputFolder?
  let files: OutputFiles
  let cache: CacheFolder?
  var previous: PreviousRun
  /// The lock of the output, which parts share with each other only, and the lock of the part.
  private let locks: [OutputLock]

  /// Throws if something cannot be opened or belongs to another program; a run that writes nothing
  /// creates nothing here either.
  init(
    _ options: ScanOptions, damaged: Set<RawPath>, report: Report, interruption: Interruption
  ) throws {
    places = ScanPlaces(options)
    ffmpeg = try FFmpegProgram.wanted(by: options.decoding)
    settings = ScanSettings(options.recordings, ffmpeg: ffmpeg?.version)
    page = ScanPage(options: options, places: places)
    try CacheFolder.refuseForeign(options.cache)
    let before = try places.openOutput(making: false)
    let facts = try places.facts(in: before)
    try PreviousRun.refuseForeign(places, named: facts?.manifest)
    try page.refuseForeign()
    if !options.isHarmless {
      _ = try places.makeManifestFolder()
    }
    output = try places.openOutput(making: !options.isHarmless)
    // A run that only looks may look while another writes: what it reports may then be old, but a
    // lock would make a check fail whenever a scan runs.
    locks = options.isHarmless ? [] : try Self.locks(of: output, places)
    cache = CacheFolder.wanted(by: options.cache, making: !options.isHarmless, report)
    if !options.isHarmless {
      cache?.sweep()
    }
    previous = try PreviousRun(
      places, settings: settings, cache: cache, output: output, prunes: options.prune != .nothing,
      interruption: interruption)
    if let output, !options.isHarmless, try Self.cleanUp(output, places) {
      previous.hasNoLeftovers = false
    }
    // With the default, the output is `.wavethumb`, which nobody takes for a folder of recordings.
    if options.output != nil, let output {
      let count = OutputRecordings.count(
        places, in: output.folder, isFirstRun: previous.manifest == nil)
      if count > 0 {
        report.say(.recordingsInOutput(count, places.output.bytes))
      }
    }
    files = OutputFiles(
      output: output, making: OutputPlan(options.pictures, formats: options.formats),
      damaged: damaged)
  }

  private static func locks(
    of output: OutputFolder?, _ places: ScanPlaces
  ) throws(RunFailure) -> [OutputLock] {
    guard let output else { return [] }
    let whole = try OutputLock.held(
      in: output.folder, places.output, isShared: places.part != nil)
    guard let part = places.part else { return [whole] }
    return [
      whole,
      try OutputLock.held(in: output.folder, places.output, name: PartFiles.lock(of: part)),
    ]
  }

  /// Completes a killed run or merge, and returns whether there was one. Temporary files may belong
  /// to another part that is still running, and are left for the merge.
  private static func cleanUp(_ output: OutputFolder, _ places: ScanPlaces) throws -> Bool {
    try places.partFiles().finishInterruptedMerge()
    // Parts may be running, and only a run of the whole looks at what other parts have left.
    let runs = try places.part == nil ? output.foundLedgers().runs : [output.names.run]
    for name in runs where try RunFile.isForeign(name, in: output.folder) {
      throw RunFailure.foreignName(places.output.appending(name).bytes)
    }
    guard runs.contains(where: { RunFile.isSet($0, in: output.folder) }) else { return false }
    if places.part == nil {
      StaleTemporaries.sweep(output.folder)
      // A manifest outside the output may have left its temporary file in its folder.
      StaleTemporaries.sweep(try places.makeManifestFolder(), withSubfolders: false)
    }
    try output.recover()
    return true
  }
}
