public import Outputs

/// What `scan` and `render` make of each recording, and how they read it.
public struct RecordingOptions: Sendable, Equatable {
  public package(set) var pictures = PictureOptions()
  public package(set) var pictureFormats: [OutputFormat] = [.png]
  public package(set) var dataFormats: [OutputFormat] = []
  public package(set) var decoding = DecodeOptions()
  /// The options that were given and change nothing of what is asked for, as `--dot-size`.
  public package(set) var withoutEffect: [String] = []

  /// All that is made of each recording by a scan.
  public var formats: Set<OutputFormat> { Set(pictureFormats + dataFormats) }
}
