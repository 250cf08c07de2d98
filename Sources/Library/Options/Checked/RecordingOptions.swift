package import Outputs

/// The options shared by `scan` and `render`: how to read recordings, and which outputs to make.
package struct RecordingOptions: Sendable, Equatable {
  package var pictures = PictureOptions()
  package var pictureFormats: [OutputFormat] = [.png]
  package var dataFormats: [OutputFormat] = []
  package var decoding = DecodeOptions()
  /// The given options that have no effect, such as `--dot-size`.
  package var withoutEffect: [String] = []

  package var formats: Set<OutputFormat> { Set(pictureFormats + dataFormats) }
}
