import Codecs
import TestSupport

/// A small premultiplied canvas and its expected decoded pixels.
struct PNGCanvas {
  let width: Int
  let height: Int
  var pixels: [UInt8]

  /// Creates a canvas from straight red, green, blue and alpha by position.
  init(width: Int, height: Int, _ color: (_ x: Int, _ y: Int) -> (Int, Int, Int, Int)) {
    self.width = width
    self.height = height
    pixels = []
    for y in 0..<height {
      for x in 0..<width {
        let (red, green, blue, alpha) = color(x, y)
        pixels += [red, green, blue].map { Self.multiplied($0, by: alpha) } + [UInt8(alpha)]
      }
    }
  }

  func encoded(pixelsPerPoint: Int = 1, text: [(key: String, value: String)] = [])
    throws(PNGFailure) -> [UInt8]
  {
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
      let at = (y * picture.width + x) * 4
      let pixel = picture.pixels[at..<at + 4].map { Int($0) }
      return (pixel[0], pixel[1], pixel[2], pixel[3])
    }
  }

  private static func multiplied(_ component: Int, by alpha: Int) -> UInt8 {
    UInt8((component * alpha * 2 + 255) / 510)
  }
}
