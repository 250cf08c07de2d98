import Thumbnails

/// A picture in one style.
// They have no key: that of the settings covers all options that shape a picture.
protocol PictureOutput: Output { var style: WaveformStyle { get } }

extension PictureOutput {
  static func recordingName(of fileName: [UInt8]) -> [UInt8]? {
    PictureName.recordingName(of: fileName, in: format)
  }

  var needs: OutputNeeds {
    OutputNeeds(measuresSpectrum: [.pitches, .spectrum].contains(style.content))
  }
}
