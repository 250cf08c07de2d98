import Codecs
import Decoding
import Library
import Outputs
import Thumbnails

// What the options of a command ask of the decoders.
extension DecodeRequest {
  init(_ options: ScanOptions, _ needs: OutputNeeds) {
    self.init(options.pictures, options.decoding)
    // Cached measurements must suit any style.
    measuresSpectrum = options.cache.isUsed || needs.measuresSpectrum
    points = needs.points
    measures = options.recordings.measures
  }

  init(_ pictures: PictureOptions, _ decoding: DecodeOptions) {
    self.init(split: pictures.look.splitsChannels)
    limits.hours = decoding.longestHours
    limits.samplesPerByte = decoding.mostSamplesPerByte
    range = pictures.range
    mostSamples = decoding.mostSamples
    measures = pictures.measures
  }
}

extension WorkerPool {
  convenience init(_ options: DecodeOptions) {
    self.init(isolation: options.isolation, timeout: options.timeoutSeconds, size: options.width)
  }
}

extension FFmpegProgram {
  /// Returns the ffmpeg that the options ask for; throws if there is none on PATH.
  static func wanted(by options: DecodeOptions) throws(RunFailure) -> FFmpegProgram? {
    guard options.usesFFmpeg else { return nil }
    guard let program = onPath() else { throw .noFFmpeg }
    return program
  }
}
