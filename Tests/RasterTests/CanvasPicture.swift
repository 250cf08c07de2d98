import Glibc

@testable import Raster

let black = Color(red: 0, green: 0, blue: 0)
let white = Color(red: 255, green: 255, blue: 255)

extension Canvas {
  /// Creates a clear canvas with one black outline.
  init(filling outline: Outline, width: Int, height: Int, clip: ClipRectangle? = nil) {
    self.init(width: width, height: height)
    fill(outline, with: .color(black), clip: clip)
  }

  /// Creates a clear canvas with one black bar.
  // Bars have a path of their own through the rasterizer, which outlines do not test.
  init(filling bar: RoundedRectangle, width: Int, height: Int, clip: ClipRectangle? = nil) {
    self.init(width: width, height: height)
    fill([bar], with: .color(black), clip: clip)
  }

  /// The opacity as ASCII art: `.` is clear, `#` opaque, a digit the tenths between.
  var ascii: String {
    let rows = (0..<height).map { y in
      let row = (0..<width).map { x in Self.character(of: alpha(x: x, y: y)) }
      return row.joined()
    }
    return rows.joined(separator: "\n")
  }

  private static func character(of alpha: Int) -> String {
    switch alpha {
    case 0: "."
    case 255: "#"
    default: String(alpha * 10 / 255)
    }
  }

  /// The opacity of each pixel, row by row, from 0 to 255.
  var alphas: [Int] {
    pixels.map { Int($0 >> 24) }
  }

  func alpha(x: Int, y: Int) -> Int {
    Int(pixels[y * width + x] >> 24)
  }

  /// Returns premultiplied red, green, blue and alpha.
  func components(x: Int, y: Int) -> [Int] {
    let pixel = pixels[y * width + x]
    let shifts: [UInt32] = [0, 8, 16, 24]
    return shifts.map { Int(pixel >> $0 & 255) }
  }

  /// Returns the red of each pixel of a row, premultiplied.
  func reds(ofRow y: Int) -> [Int] {
    (0..<width).map { x in components(x: x, y: y)[0] }
  }

  /// Returns the red of each pixel of a column, premultiplied.
  func reds(ofColumn x: Int) -> [Int] {
    (0..<height).map { y in components(x: x, y: y)[0] }
  }

  /// The sum of coverage, in pixels.
  var inkArea: Double {
    Double(alphas.reduce(0, +)) / 255
  }
}

extension Outline {
  /// Creates a closed polygon.
  init(polygon corners: [(x: Double, y: Double)]) {
    self.init()
    append(polygon: corners)
  }

  /// Returns a rectangle as a polygon, which takes the general path through the rasterizer.
  static func rectangle(x: Double, y: Double, width: Double, height: Double) -> Outline {
    let right = x + width
    let bottom = y + height
    return Outline(polygon: [(x, y), (right, y), (right, bottom), (x, bottom)])
  }

  /// Adds a closed polygon.
  mutating func append(polygon corners: [(x: Double, y: Double)]) {
    for (index, corner) in corners.enumerated() {
      let point = Point(x: corner.x, y: corner.y)
      if index == 0 {
        move(to: point)
      } else {
        line(to: point)
      }
    }
    close()
  }
}

/// Returns the processor time of this thread in seconds, which is independent of machine load.
func processorSeconds(_ work: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
  let start = now()
  try work()
  return now() - start
}
