package import Outputs
package import Waveform

/// The options shared by `scan` and `render`: how to read recordings, and which outputs to make.
package struct RecordingOptions: Sendable, Equatable {
  /// The options of a command without any.
  package static let standard = RecordingOptions()

  package var pictures = PictureOptions()
  package var pictureFormats: [OutputFormat] = [.png]
  package var dataFormats: [OutputFormat] = []
  /// Whether each recording has the strip that a page zooms into.
  // Not a setting: a scan with and one without a page have the same pictures, and whether strips are
  // there shows in the sizes of a recording's files.
  package var keepsStrips = false
  package var decoding = DecodeOptions()
  /// The given options that have no effect, such as `--dot-size`.
  package var withoutEffect: [IdleOption] = []

  /// What has to be measured besides levels and, for some outputs, the spectrum.
  package var measures: Measures {
    var measures = pictures.measures
    measures.spectrogramData = formats.contains(.spectrogram)
    if writesEvents {
      measures[SoundMeasure.self] = pictures.soundMeasure
    }
    return measures
  }

  /// Whether a file is made of the events of a recording.
  var writesEvents: Bool { !formats.isDisjoint(with: [.labels, .chapters]) }

  package var formats: Set<OutputFormat> {
    var formats = Set(pictureFormats + dataFormats)
    if keepsStrips {
      formats.insert(.strip)
    }
    return formats
  }
}

/// A given option without effect.
package struct IdleOption: Sendable, Equatable {
  /// As it is typed: `--dot-size`.
  package let name: String
  /// The options that would give it an effect, or nil if no style has a use for it.
  package let needed: String?

  package init(_ name: String, needing needed: String? = nil) {
    self.name = name
    self.needed = needed
  }
}
