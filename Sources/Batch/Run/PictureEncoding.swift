import Codecs
import Raster
import Thumbnails

/// From drawn pictures to the bytes of files.
struct PictureEncoding {
  struct Encoded {
    var bytes: [UInt8]
    var width: Int
    var height: Int
    var gamma: Double
  }

  let scale: Int
  let text: [(key: String, value: String)]

  func encode(_ picture: ThumbnailPicture) throws -> Encoded {
    let canvas = picture.canvas
    let bytes = try canvas.withBytes { (pixels) throws(PNGFailure) -> [UInt8] in
      try PNGEncoder.encode(
        premultiplied: pixels, width: canvas.width, height: canvas.height, pixelsPerPoint: scale,
        text: text)
    }
    return Encoded(
      bytes: bytes, width: canvas.width, height: canvas.height, gamma: picture.gamma)
  }

  /// Draws every frame twice: to know their colours, and to write them; that is cheaper than to keep them.
  func encode(_ animation: ThumbnailAnimation, _ timing: AnimationTiming) throws -> Encoded {
    let first = try animation.frame(0)
    let (width, height) = (first.drawing.width, first.drawing.height)
    var survey = try AnimationSurvey(width: width, height: height)
    for index in 0..<animation.frameCount {
      let canvas = try animation.frame(index).canvas
      try canvas.withBytes { (pixels) throws(PNGFailure) in try survey.add(premultiplied: pixels) }
    }
    var file = AnimatedPNG(
      survey, pixelsPerPoint: scale, framesPerSecond: timing.framesPerSecond, text: text)
    for index in 0..<animation.frameCount {
      let canvas = try animation.frame(index).canvas
      try canvas.withBytes { (pixels) throws(PNGFailure) in try file.add(premultiplied: pixels) }
    }
    return Encoded(bytes: file.encoded(), width: width, height: height, gamma: first.gamma)
  }
}
