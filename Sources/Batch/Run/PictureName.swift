import System
import Thumbnails

/// What the files made for a recording are called, relative to the output.
enum PictureName {
  /// An animation has a name of its own, so that it never takes a still's place.
  static func picture(
    of recording: RawPath, style: String, scale: Int, isAnimated: Bool = false
  ) -> RawPath {
    let form = isAnimated ? "\(style)-animated" : style
    return recording.withSuffix(pictureSuffix(style: form, scale: scale))
  }

  static func data(of recording: RawPath) -> RawPath {
    recording.withSuffix(".json")
  }

  private static func pictureSuffix(style: String, scale: Int) -> String {
    scale == 1 ? ".\(style).png" : ".\(style)@\(scale)x.png"
  }
}
