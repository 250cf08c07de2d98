import Codecs
import TestSupport

/// A small premultiplied canvas and its expected decoded pixels.
struct PNGCanvas {
  let width: Int
  let height: Int
  var pixels: [UInt8]

  /// Creates a canvas from colors by position.
  init(width: Int, height: Int, _ color: (_ x: Int, _ y: Int) -> PNGColor) {
    self.width = width
    self.height = height
    pixels = []
    for y in 0..<height {
      for x in 0..<width {
        pixels += color(x, y).premultiplied
      }
    }
  }

  func encoded(
    pixelsPerPoint: Int = 1,
    text: [(key: String, value: String)] = []
  ) throws(PNGFailure) -> [UInt8] {
    try unsafe PNGEncoder.encode(
      premultiplied: pixels.span.bytes,
      width: width,
      height: height,
      pixelsPerPoint: pixelsPerPoint,
      text: text
    )
  }

  /// Returns the decoded canvas of a file.
  static func decoded(_ file: [UInt8]) throws(PNGFailure) -> PNGCanvas {
    let picture = try PNGReader.decode(file)
    return PNGCanvas(width: picture.width, height: picture.height) { x, y in
      let offset = (y * picture.width + x) * 4
      let pixel = picture.pixels[offset..<offset + 4].map { Int($0) }
      return PNGColor(red: pixel[0], green: pixel[1], blue: pixel[2], alpha: pixel[3])
    }
  }
}
