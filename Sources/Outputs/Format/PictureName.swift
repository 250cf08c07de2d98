import Thumbnails

/// The names of pictures, derived from those of their recordings.
enum PictureName {
  /// Returns the part of a picture's name after the recording's name: `.line-cover@2x.png`.
  // `@2x` as Apple's frameworks name pictures of twice the density.
  static func suffix(
    for style: WaveformStyle,
    mark: String,
    scale: Int = 1,
    in format: OutputFormat
  ) -> String {
    let density = scale == 1 ? "" : "@\(scale)x"
    return ".\(style)\(mark)" + density + format.fileExtension
  }

  /// Returns the recording's name: `ep1.mp3` for `ep1.mp3.mirroredBars@2x.png`.
  // The last point alone: no style has a point in its name, and recordings may have any number.
  static func recordingName(of fileName: [UInt8], in format: OutputFormat) -> [UInt8]? {
    guard let stem = format.stem(of: fileName) else { return nil }
    guard let point = stem.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return Array(stem[..<point])
  }
}
