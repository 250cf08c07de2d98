package import Outputs

/// The options that `scan` and `render` share: how recordings are read, and the outputs made of
/// them.
package struct RecordingOptions: Sendable, Equatable {
  package var pictures = PictureOptions()
  package var pictureFormats: [OutputFormat] = [.png]
  package var dataFormats: [OutputFormat] = []
  package var decoding = DecodeOptions()
  /// The options that were given and change nothing of what is asked for, as `--dot-size`.
  package var withoutEffect: [String] = []

  /// The formats of all outputs of a scan.
  package var formats: Set<OutputFormat> { Set(pictureFormats + dataFormats) }
}
