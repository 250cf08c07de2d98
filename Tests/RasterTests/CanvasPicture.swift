import Glibc

@testable import Raster

let black = Color(red: 0, green: 0, blue: 0)
let white = Color(red: 255, green: 255, blue: 255)

extension Canvas {
  /// The opacity as ASCII art: `.` is clear, `#` opaque, a digit the tenths between.
  var ascii: String {
    (0..<height).map { y in
      (0..<width).map { x in
        switch alpha(x, y) {
        case 0: "."
        case 255: "#"
        case let alpha: String(alpha * 10 / 255)
        }
      }.joined()
    }.joined(separator: "\n")
  }

  func alpha(_ x: Int, _ y: Int) -> Int { Int(pixels[y * width + x] >> 24) }

  /// Returns premultiplied red, green, blue and alpha.
  func components(_ x: Int, _ y: Int) -> [Int] {
    [0, 8, 16, 24].map { Int(pixels[y * width + x] >> UInt32($0) & 255) }
  }

  /// The sum of coverage, in pixels.
  var inkArea: Double {
    pixels.reduce(0) { $0 + Double($1 >> 24) } / 255
  }
}

extension Outline {
  /// Creates a closed polygon.
  init(polygon points: [(x: Double, y: Double)]) {
    self.init()
    append(polygon: points)
  }

  /// Creates a rectangle.
  init(x: Double, y: Double, width: Double, height: Double) {
    self.init(polygon: [(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
  }

  /// Adds a closed polygon.
  mutating func append(polygon points: [(x: Double, y: Double)]) {
    for (index, corner) in points.enumerated() {
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

/// Draws one black outline on a clear canvas.
func drawing(width: Int, height: Int, _ outline: Outline, clip: ClipRectangle? = nil) -> Canvas {
  var canvas = Canvas(width: width, height: height)
  canvas.fill(outline, with: .color(black), clip: clip)
  return canvas
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
