import Codecs
import Decoding
import Library
import Outputs
import System
import Thumbnails

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
  let wayToOutput: RawPath
  let interruption: Interruption
  let meter: ProgressMeter

  init(
    _ library: consuming Folder, _ setup: ScanSetup, _ pool: WorkerPool, _ meter: ProgressMeter,
    _ listing: LibraryListing, _ options: ScanOptions, _ interruption: Interruption
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
      options.recordings, pool, summaries, DecodeRequest(options, making.needs), setup.ffmpeg,
      interruption)
    batch = OpenFiles.batch(forJobs: reader.width, atMost: JobSchedule.batchSize)
    self.meter = meter
    covers = CoverFinder(
      options.recordings, forPage: options.page?.showsCovers ?? options.keepsCovers,
      in: places.library, output: places.output, pool, setup.ffmpeg,
      cancel: interruption.descriptor)
    libraryPath = places.absoluteLibrary
    wayToOutput = places.fromManifestToOutput
    redoesAll = options.redoesAll
  }

  var showsMarkersBeside: Bool { making.options.markers == .automatic }

  /// Returns the markers beside a recording, if the run shows markers.
  func markersBeside(_ path: RawPath) -> MarkersBeside {
    showsMarkersBeside ? MarkersBeside(path, in: library) : .none
  }

  /// Whether a recording has the markers and the album art that its pictures show.
  func showsSame(_ last: PackedRecord, _ path: RawPath) -> Bool {
    guard last.isMade else { return true }
    return markersBeside(path).fingerprint == last.markers
      && covers?.isCurrent(last.cover, of: path, in: library) ?? true
  }

  /// The output of a run that writes.
  var output: OutputFolder {
    guard let output = files.output else {
      preconditionFailure("only runs that write ask for their output")
    }
    return output
  }

  /// Registers the files that the cache lists and those of deleted recordings; parts leave the
  /// latter to `merge`. Data files contain no mark that shows which are ours.
  func registerEarlierFiles(_ places: ScanPlaces, _ plan: ScanPlan) {
    output.addEarlier(reader.cache.summaries?.unlistedFiles(in: places.absoluteOutput) ?? [:])
    if places.part == nil {
      output.addEarlier(plan.vanished.flatMap(plan.previous.dataFiles))
    }
  }
}

extension DecodeRequest {
  init(_ options: ScanOptions, _ needs: OutputNeeds) {
    self.init(options.pictures, options.decoding)
    // Cached measurements must suit any style.
    measuresSpectrum = options.cache.isUsed || needs.measuresSpectrum
    points = needs.points
  }

  init(_ pictures: PictureOptions, _ decoding: DecodeOptions) {
    self.init(split: pictures.look.splitsChannels)
    limits.hours = decoding.longestHours
    limits.samplesPerByte = decoding.mostSamplesPerByte
    range = pictures.range
    mostSamples = decoding.mostSamples
    columns = pictures.spectrogramColumns
    analyzesSound = pictures.needsSound
  }
}

extension WorkerPool {
  convenience init(_ options: DecodeOptions) {
    self.init(isolation: options.isolation, timeout: options.timeoutSeconds, size: options.width)
  }
}

extension OpenFiles {
  /// Throws if fewer than `needed` files can be open at once.
  static func require(_ needed: Int) throws(RunFailure) {
    let limit = raiseLimit()
    if limit < needed { throw .tooFewOpenFiles(limit: limit, needed: needed) }
  }
}

extension FFmpegProgram {
  static func wanted(by options: DecodeOptions) throws(RunFailure) -> FFmpegProgram? {
    guard options.usesFFmpeg else { return nil }
    guard let program = onPath() else { throw .noFFmpeg }
    return program
  }
}

extension CacheFolder {
  /// Throws if the folder has files of other programs, before anything is created or written.
  static func refuseForeign(_ location: CacheLocation) throws(RunFailure) {
    guard location.isUsed, let place = location.place else { return }
    let ownership: CacheFolder.Ownership
    do {
      ownership = try CacheFolder(at: place, making: false).ownership()
    } catch {
      // It does not exist yet, or the failure is reported when it is used.
      return
    }
    if ownership == .foreign { throw .foreignCache(place.bytes) }
  }

  /// Opens the requested cache; if that is impossible, the run reports it and continues without.
  static func wanted(
    by location: CacheLocation, making: Bool = true, _ report: Report
  ) -> CacheFolder? {
    guard location.isUsed else { return nil }
    guard let place = location.place else {
      report.say(.noCacheFolder)
      return nil
    }
    do {
      let cache = try CacheFolder(at: place, making: making)
      switch try cache.ownership() {
      case .ours: break
      case .mendable:
        guard making else { break }
        try cache.mendTag()
        report.say(.cacheMended(place.bytes))
      case .doubtful, .foreign:
        // A folder of others was refused before; this one may be a damaged cache.
        report.say(.cacheUnrecognized(place.bytes))
        return nil
      }
      return cache
    } catch  where !making && error.isMissing {
      return nil
    } catch {
      report.say(.cacheUnusable(place.bytes, errno: error.errno))
      return nil
    }
  }
}

extension CacheLocation {
  /// The requested folder, or the user's default; nil if the home folder is unknown.
  var place: RawPath? { directory.map(RawPath.init(bytes:)) ?? CacheFolder.standardPath }
}
