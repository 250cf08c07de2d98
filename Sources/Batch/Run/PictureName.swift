import Thumbnails

/// What the files made for a recording are called, relative to the output.
enum PictureName {
  static func picture(of recording: RawPath, style: String, scale: Int) -> RawPath {
    recording.withSuffix(pictureSuffix(style: style, scale: scale))
  }

  static func data(of recording: RawPath) -> RawPath {
    recording.withSuffix(".json")
  }

  private static func pictureSuffix(style: String, scale: Int) -> String {
    scale == 1 ? ".\(style).png" : ".\(style)@\(scale)x.png"
  }
}
