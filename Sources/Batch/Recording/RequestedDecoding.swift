import Codecs
import Decoding
import Outputs
import Thumbnails
import Waveform
import WavethumbLibrary
import WavethumbOptions

// What the options of a command ask of the decoders.
extension DecodeRequest {
  init(_ options: ScanOptions, needs: OutputNeeds) {
    self.init(options.pictures, decoding: options.decoding)
    points = needs.points
    measures = options.recordings.measures
    // Cached measurements must suit any style.
    measures.spectrum = options.cache.isUsed || needs.measuresSpectrum
  }

  /// Creates a request within the limits of a run.
  init(_ decoding: DecodeOptions) {
    self.init()
    limits.hours = decoding.maximumHours
    limits.samplesPerByte = decoding.maximumSamplesPerByte
  }

  init(_ pictures: PictureOptions, decoding: DecodeOptions) {
    self.init(decoding)
    splitsPoints = pictures.look.splitsChannels
    channel = pictures.channel
    range = pictures.range
    maximumSamples = decoding.maximumSamples
    measures = pictures.measures
    measures.spectrum = true
  }
}

extension WorkerPool {
  convenience init(_ options: DecodeOptions) {
    self.init(isolation: options.isolation, timeout: options.timeoutSeconds, size: options.width)
  }
}

extension FFmpegProgram {
  /// Returns the ffmpeg on PATH, unless the options exclude it; throws if there is none and the
  /// options name it.
  static func requested(by options: DecodeOptions) throws(RunFailure) -> FFmpegProgram? {
    switch options.ffmpeg {
    case .off: return nil
    case .sound: return onPath()
    case .all:
      guard let program = onPath() else { throw .noFFmpeg }
      return program
    }
  }

  /// Returns the ffmpeg that decodes album art, which only `--ffmpeg` asks for.
  static func forArt(_ program: FFmpegProgram?, options: DecodeOptions) -> FFmpegProgram? {
    guard options.ffmpeg == .all else { return nil }
    return program
  }
}
