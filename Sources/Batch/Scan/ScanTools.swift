import Codecs
import Decoding
import Library
import Outputs
import System
import Thumbnails

/// What all jobs of a run share.
final class ScanTools: Sendable {
  let library: Folder
  let files: OutputFiles
  let pool: WorkerPool
  let making: RecordingOutputs
  let recordings: KnownContents
  /// How many recordings are decoded at once.
  let width: Int
  /// No more threads are at work than this, whatever they do.
  let threads: ThreadLimit
  let request: DecodeRequest
  /// Reads what the libraries call unsupported, where that is wanted.
  let ffmpeg: FFmpegDecoding?
  /// Finds the art that pictures are laid over, where that is wanted.
  let covers: CoverFinder?
  let redoesAll: Bool
  /// The manifest of the last run, before this one replaces it.
  let lastManifest: LastManifest?
  /// The way from the manifest to the pictures.
  let wayToOutput: RawPath
  let interruption: Interruption
  let meter = DecodingMeter()

  /// Without an output nothing can be written.
  init(
    library: consuming Folder, output: OutputTree?, pool: WorkerPool, recordings: KnownContents,
    options: ScanOptions, ffmpeg: FFmpegProgram?, interruption: Interruption,
    lastManifest: LastManifest?
  ) {
    self.library = library
    self.recordings = recordings
    self.interruption = interruption
    making = RecordingOutputs(options.pictures, formats: options.formats)
    files = OutputFiles(output: output, making: making)
    width = options.decoding.width
    threads = ThreadLimit(width)
    self.pool = pool
    request = DecodeRequest(options, making.needs)
    self.ffmpeg = FFmpegDecoding(ffmpeg, pool, request, cancel: interruption.descriptor)
    covers = CoverFinder(
      options.recordings, in: ScanPlaces(options).library, pool, ffmpeg,
      cancel: interruption.descriptor)
    wayToOutput = ScanPlaces(options).fromManifestToOutput
    redoesAll = options.redoesAll
    self.lastManifest = lastManifest
  }

  /// Whether the run shows markers from files beside the recordings.
  var showsMarkersBeside: Bool { making.options.markers == .automatic }

  /// The markers beside a recording, where the run shows any.
  func markersBeside(_ path: RawPath) -> MarkersBeside {
    showsMarkersBeside ? MarkersBeside(path, in: library) : .none
  }

  /// Whether the markers beside a recording are those that its pictures show.
  func hasSameMarkers(_ past: RecordingRecord) -> Bool {
    past.made.map { markersBeside(past.path).fingerprint == $0.markers } ?? true
  }

  /// Whether a recording that an earlier run knew need hardly be decoded.
  func isKnown(_ past: RecordingRecord?, _ identity: FileIdentity) -> Bool {
    !redoesAll && recordings.isKept && past?.digest != nil && past?.size == identity.size
  }

  /// Whether the art that lies beside a recording is what it was.
  func hasSameCover(_ past: RecordingRecord) -> Bool {
    guard let covers, let made = past.made, made.cover != RecordingCover.ownArt else { return true }
    return covers.fingerprint(for: past.path, in: library) == made.cover
  }

  /// The output of a run that writes.
  var output: OutputTree {
    guard let output = files.output else {
      preconditionFailure("only runs that write ask for their output")
    }
    return output
  }
}

extension DecodeRequest {
  init(_ options: ScanOptions, _ needs: OutputNeeds) {
    self.init(options.pictures, options.decoding)
    // What the cache keeps is to be good for any style.
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
  }
}
