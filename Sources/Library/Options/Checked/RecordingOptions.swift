package import Outputs

/// What `scan` and `render` make of each recording, and how they read it.
package struct RecordingOptions: Sendable, Equatable {
  package var pictures = PictureOptions()
  package var pictureFormats: [OutputFormat] = [.png]
  package var dataFormats: [OutputFormat] = []
  package var decoding = DecodeOptions()
  /// The options that were given and change nothing of what is asked for, as `--dot-size`.
  package var withoutEffect: [String] = []

  /// All that is made of each recording by a scan.
  package var formats: Set<OutputFormat> { Set(pictureFormats + dataFormats) }
}
