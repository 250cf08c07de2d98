import Decoding
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The resources that a run opens before the crawl: cache, ffmpeg and the state of the last run.
struct ScanSetup {
  let paths: ScanPaths
  let settings: ScanSettings
  let page: ScanPage
  let ffmpeg: FFmpegProgram?
  /// Nil if nothing is written and no output exists.
  let output: OutputFolder?
  let files: OutputFiles
  let cache: CacheFolder?
  var previous: PreviousRun

  /// Throws if something cannot be opened; a run that writes nothing creates nothing here either.
  init(
    _ start: ScanStart,
    _ options: ScanOptions,
    report: Report,
    interruption: Interruption
  ) throws {
    let writes = !options.isReadOnly
    paths = start.paths
    output = start.output
    ffmpeg = try FFmpegProgram.requested(by: options.decoding)
    settings = ScanSettings(options.recordings, ffmpeg: ffmpeg?.version)
    page = ScanPage(options: options, paths: paths)
    cache = CacheFolder.requested(by: options.cache, creating: writes, report: report)
    if writes {
      cache?.sweep()
    }

    previous = try PreviousRun(
      paths,
      settings: settings,
      cache: cache,
      output: output,
      interruption: interruption
    )
    if options.filesFrom != nil {
      try previous.requireKeepable(options, at: paths.manifest)
    }
    if let output, writes {
      let wasKilled = try Self.cleanUp(output, paths, after: previous.ledger)
      // What a killed run has written may be of recordings that are gone by now.
      if wasKilled {
        previous.hasNoLeftovers = false
      }
    }
    let outputPlan = OutputPlan(options.pictures, formats: options.formats)
    files = OutputFiles(output: output, outputPlan: outputPlan)
    if let last = previous.facts?.manifestPath, last != paths.fromOutputToManifest, writes {
      report.say(.manifestMoved(from: last.bytes, to: paths.wholeManifest.bytes))
    }
  }

  /// Completes a killed run or merge, and returns whether there was one. Temporary files may belong
  /// to another part that is still running, and are left for the merge.
  private static func cleanUp(
    _ output: OutputFolder,
    _ paths: ScanPaths,
    after ledger: LedgerFile?
  ) throws -> Bool {
    // Parts may be running, and only a run of the whole looks at what other parts have left.
    let run = output.names.run
    let runs = try paths.part == nil ? output.foundLedgers().runs : [run]
    for name in runs where try RunFile.isForeign(name, in: output.folder) {
      throw RunFailure.foreignName(paths.output.appending(name).bytes)
    }
    let wasKilled = runs.contains { name in RunFile.isSet(name, in: output.folder) }
    guard wasKilled else { return false }
    if paths.part == nil {
      try removeJoinedParts(output, paths, after: ledger)
      StaleTemporaries.sweep(output.folder)
      // A manifest outside the output may have left its temporary file in its folder.
      StaleTemporaries.sweep(try paths.makeManifestFolder(), withSubfolders: false)
    }
    try output.recover()
    return true
  }

  /// Removes the parts that a killed run of the whole has taken over.
  private static func removeJoinedParts(
    _ output: OutputFolder,
    _ paths: ScanPaths,
    after ledger: LedgerFile?
  ) throws {
    let joined = try output.joinedParts(by: ledger?.header?.digest)
    if joined.isEmpty { return }
    let files = try paths.partFiles()
    for part in PartFiles.left(try files.found().parts, of: joined) {
      try files.remove(part, lockIn: output.folder)
    }
  }
}

/// The limits for decoding several short recordings in one child task.
enum ShortRecordings {
  /// How many recordings one worker decodes in a row. Waking a worker takes about as long as
  /// decoding a second of sound; with more than eight, the last thread is busy noticeably longer
  /// than the others.
  static let perTask = 8
  /// The size up to which a recording counts as short.
  // A second and a half of WAV in CD quality, or 16 s of MP3 at 128 kbit/s, which decode in about the
  // time that waking a worker takes. Untuned.
  static let maximumBytes: Int64 = 256 << 10
}
