import Codecs
import Decoding
import Outputs
import Thumbnails
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The state that all jobs of a run share.
final class ScanContext: Sendable {
  let library: Folder
  /// The absolute path of the library.
  let libraryPath: RawPath
  let files: OutputFiles
  let outputPlan: OutputPlan
  let reader: RecordingReader
  /// How many short recordings a job holds at once; fewer if few files may be open.
  let batch: Int
  /// Finds the album art behind pictures, if `--cover` is given.
  let covers: CoverFinder?
  let redoesAll: Bool
  /// What the settings say of ffmpeg, though this machine may have none, or this run be allowed less.
  let ffmpegOfSettings: FFmpegUse
  let pathToOutput: RawPath
  let interruption: Interruption
  let meter: ProgressMeter

  init(
    library: consuming Folder,
    setup: ScanSetup,
    pool: WorkerPool,
    meter: ProgressMeter,
    listing: LibraryListing,
    options: ScanOptions,
    interruption: Interruption
  ) {
    let paths = setup.paths
    self.library = library
    // Parts of a set run at once and share one cache: each sees only its own files, and reserves room
    // for the sightings of all.
    let summaries = setup.cache.map { cache in
      SummaryCache(
        cache,
        budget: Int64(options.cache.budget),
        expectingFiles: listing.files.count,
        runs: paths.part?.count ?? 1
      )
    }
    self.interruption = interruption
    outputPlan = setup.files.outputPlan
    files = Self.withoutSharedNames(setup.files, among: listing)
    reader = RecordingReader(
      options.recordings,
      pool: pool,
      summaries: summaries,
      request: DecodeRequest(options, needs: outputPlan.needs),
      ffmpeg: setup.ffmpeg,
      interruption: interruption
    )
    batch = OpenFiles.batch(forJobs: reader.width, atMost: ShortRecordings.perTask)
    self.meter = meter
    covers = CoverFinder(
      options.recordings,
      forPage: options.page != nil || options.keepsCovers,
      in: paths.library,
      output: paths.output,
      pool: pool,
      ffmpeg: FFmpegProgram.forArt(setup.ffmpeg, options: options.decoding),
      cancel: interruption.descriptor
    )
    libraryPath = paths.absoluteLibrary
    pathToOutput = paths.fromManifestToOutput
    redoesAll = options.redoesAll
    ffmpegOfSettings = options.decoding.ffmpegOfSettings
  }

  /// Returns the files of a run, in which recordings that would have another recording's names are
  /// refused.
  private static func withoutSharedNames(
    _ files: OutputFiles,
    among listing: LibraryListing
  ) -> OutputFiles {
    guard let output = files.output else { return files }
    var files = files
    let shared = SharedNames(among: listing.paths, in: output.folder)
    for (recording, owner) in shared.owners {
      // Its files are those of the other one, whatever the last manifest lists.
      files.refused.insert(recording)
      output.reserve(files.outputPlan.names(of: recording), of: owner)
    }
    return files
  }

  var showsMarkersBeside: Bool { outputPlan.options.markers == .automatic }

  /// Returns the markers beside a recording, if the run shows markers.
  func markersBeside(_ path: RawPath) -> MarkersBeside {
    guard showsMarkersBeside else { return .none }
    return MarkersBeside(path, in: library)
  }

  /// Whether a recording has the markers and the album art that its pictures show.
  func showsSame(_ last: PackedRecord, _ path: RawPath) -> Bool {
    guard last.isDecoded else { return true }
    guard markersBeside(path).fingerprint == last.markers else { return false }
    guard let covers else { return true }
    return covers.isCurrent(last.cover, of: path, in: library)
  }

  /// The output of a run that writes.
  var output: OutputFolder {
    guard let output = files.output else {
      preconditionFailure("only runs that write ask for their output")
    }
    return output
  }
}
