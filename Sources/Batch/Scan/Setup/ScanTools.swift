import Codecs
import Decoding
import Outputs
import Thumbnails
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The state that all jobs of a run share.
final class ScanTools: Sendable {
  let library: Folder
  /// The absolute path of the library.
  let libraryPath: RawPath
  let files: OutputFiles
  let making: OutputPlan
  let reader: RecordingReader
  /// How many short recordings a job holds at once; fewer if few files may be open.
  let batch: Int
  /// Finds the album art behind pictures, if `--cover` is given.
  let covers: CoverFinder?
  let redoesAll: Bool
  /// Whether the options allow ffmpeg, though this machine may have none.
  let mayUseFFmpeg: Bool
  let wayToOutput: RawPath
  let interruption: Interruption
  let meter: ProgressMeter

  init(
    library: consuming Folder, setup: ScanSetup, pool: WorkerPool, meter: ProgressMeter,
    listing: LibraryListing, options: ScanOptions, interruption: Interruption
  ) {
    let places = setup.places
    self.library = library
    let summaries = setup.cache.map {
      SummaryCache(
        $0, budget: Int64(options.cache.budget), expectingFiles: listing.files.count,
        runs: places.part?.count ?? 1)
    }
    self.interruption = interruption
    var files = setup.files
    making = files.making
    if let output = files.output {
      let shared = SharedNames(among: listing.paths, in: output.folder)
      for (recording, owner) in shared.owners {
        // Its files are those of the other one, whatever the last manifest lists.
        files.damaged.insert(recording)
        output.refuse(making.names(of: recording), of: owner)
      }
    }
    self.files = files
    reader = RecordingReader(
      options.recordings, pool: pool, summaries: summaries,
      request: DecodeRequest(options, making.needs), ffmpeg: setup.ffmpeg,
      interruption: interruption)
    batch = OpenFiles.batch(forJobs: reader.width, atMost: ShortRecordings.perTask)
    self.meter = meter
    covers = CoverFinder(
      options.recordings, forPage: options.page?.showsCovers ?? options.keepsCovers,
      in: places.library, output: places.output, pool,
      FFmpegProgram.forArt(setup.ffmpeg, options.decoding), cancel: interruption.descriptor)
    libraryPath = places.absoluteLibrary
    wayToOutput = places.fromManifestToOutput
    redoesAll = options.redoesAll
    mayUseFFmpeg = options.decoding.ffmpeg != .off
  }

  var showsMarkersBeside: Bool { making.options.markers == .automatic }

  /// Returns the markers beside a recording, if the run shows markers.
  func markersBeside(_ path: RawPath) -> MarkersBeside {
    guard showsMarkersBeside else { return .none }
    return MarkersBeside(path, in: library)
  }

  /// Whether a recording has the markers and the album art that its pictures show.
  func showsSame(_ last: PackedRecord, _ path: RawPath) -> Bool {
    guard last.isMade else { return true }
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
