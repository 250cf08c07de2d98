package import Outputs

/// What `render` is to do, checked.
public struct RenderOptions: Sendable, Equatable {
  package enum Input: Sendable, Equatable {
    case standardInput
    case file([UInt8])
  }

  package enum Output: Sendable, Equatable {
    case standardOutput
    case file([UInt8])
    /// The same, but an empty file there is written to as it is: a file manager may have it open.
    case preparedFile([UInt8])
    /// Named as `scan` names pictures, in the current folder.
    case namedAfterInput
  }

  package internal(set) var input: Input
  package var output = Output.namedAfterInput
  package internal(set) var format = OutputFormat.png
  package var recordings = RecordingOptions()
  /// Whether the picture is drawn again and again while the recording is decoded.
  package internal(set) var previews = false
  package var cache = CacheLocation()
  /// How much the run says on standard error.
  public package(set) var verbosity = Verbosity.normal

  /// Twenty-five minutes of stereo, which are read of WAV within a second of processor time; of
  /// what has to be decoded it is less.
  static let samplesOfThumbnail = 135_475_200

  package init(input: Input) {
    self.input = input
  }

  package var pictures: PictureOptions { recordings.pictures }
  /// How the recording is decoded.
  public var decoding: DecodeOptions { recordings.decoding }
}
