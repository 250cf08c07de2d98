import Decoding
import Library
import System

extension WorkerPool {
  /// Makes a pool as wide as files are to be decoded at once.
  convenience init(_ options: DecodeOptions) {
    self.init(
      isolation: options.isolation, timeout: options.timeoutSeconds, size: options.width)
  }
}

extension FFmpegProgram {
  /// The ffmpeg that the options ask for, nil where they ask for none.
  static func wanted(by options: DecodeOptions) throws(RunFailure) -> FFmpegProgram? {
    guard options.usesFFmpeg else { return nil }
    guard let program = onPath() else { throw .noFFmpeg }
    return program
  }
}

extension FFmpegDecoding {
  /// The sandbox of ffmpeg, for the notes of `-v`.
  func note() -> RunNote {
    let sandbox = sandbox()
    return .ffmpeg(
      program.path.bytes, held: sandbox.layers.names, megabytes: Int(FFmpegSandbox.memory >> 20))
  }
}
