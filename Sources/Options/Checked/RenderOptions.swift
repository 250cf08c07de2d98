package import Outputs

/// The options of `render`, checked; `thumbnail` and `audiowaveform` are rendered with them as well.
package struct RenderOptions: Sendable, Equatable {
  package enum Input: Sendable, Equatable {
    case standardInput
    case file([UInt8])
  }

  package enum Output: Sendable, Equatable {
    case standardOutput
    case file([UInt8])
    /// An existing empty file, which is written in place because a file manager may have it open.
    case preparedFile([UInt8])
    /// A file in the current folder, named as `scan` names it.
    case namedAfterInput
  }

  package internal(set) var input: Input
  package var output = Output.namedAfterInput
  package internal(set) var format = OutputFormat.png
  package var recordings = RecordingOptions()
  /// Whether the picture is drawn repeatedly while the recording is decoded.
  package var cache = CacheLocation()
  package internal(set) var verbosity = Verbosity.normal

  /// The samples of 25 minutes of stereo, which take a second of processor time to read from WAV;
  /// less is decoded of compressed formats.
  // 1,536 s of 44,100 frames of two channels. Without a bound three hours of MP3 took many seconds,
  // and a file manager waits for each thumbnail.
  static let samplesOfThumbnail = 135_475_200

  package var pictures: PictureOptions { recordings.pictures }
  package var decoding: DecodeOptions { recordings.decoding }
}
