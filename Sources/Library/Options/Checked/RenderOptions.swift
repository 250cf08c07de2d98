public import Outputs

/// What `render` is to do, checked.
public struct RenderOptions: Sendable, Equatable {
  public enum Input: Sendable, Equatable {
    case standardInput
    case file([UInt8])
  }

  public enum Output: Sendable, Equatable {
    case standardOutput
    case file([UInt8])
    /// Named as `scan` names pictures, in the current folder.
    case namedAfterInput
  }

  public internal(set) var input: Input
  public package(set) var output = Output.namedAfterInput
  public internal(set) var format = OutputFormat.png
  public package(set) var recordings = RecordingOptions()
  /// Whether the picture is drawn again and again while the recording is decoded.
  public internal(set) var previews = false
  public package(set) var cache = CacheLocation()
  public package(set) var verbosity = Verbosity.normal

  package init(input: Input) {
    self.input = input
  }

  public var pictures: PictureOptions { recordings.pictures }
  public var decoding: DecodeOptions { recordings.decoding }
}
