import Raster

/// A curve through evenly spaced values that never overshoots them (Fritsch and Carlson).
// A usual spline would draw louder than the loudest bar, and below zero beside it.
struct MonotoneCurve {
  /// A segment between two values, as a cubic Bézier curve.
  struct Segment: Equatable {
    var start: Point
    var control1: Point
    var control2: Point
    var end: Point
  }

  let segments: [Segment]

  /// Creates a curve through at least two values, the first at 0, the last at `width`.
  init(_ values: [Double], width: Double) {
    let step = width / Double(max(1, values.count - 1))
    let slopes = zip(values, values.dropFirst()).map { value, next in (next - value) / step }
    let tangents = MonotoneCurve.tangents(slopes)
    segments = slopes.indices.map { index in
      let start = Point(x: Double(index) * step, y: values[index])
      let end = Point(x: Double(index + 1) * step, y: values[index + 1])
      // The control points of a cubic with given slopes at its ends are a third of the way in.
      let rise = tangents[index] * step / 3
      let nextRise = tangents[index + 1] * step / 3
      let control1 = Point(x: start.x + step / 3, y: start.y + rise)
      let control2 = Point(x: end.x - step / 3, y: end.y - nextRise)
      return Segment(start: start, control1: control1, control2: control2, end: end)
    }
  }

  /// Returns the slope of the curve at each value, from those between the values.
  private static func tangents(_ slopes: [Double]) -> [Double] {
    guard let first = slopes.first, let last = slopes.last else { return [] }
    var tangents = [first]
    for (before, after) in zip(slopes, slopes.dropFirst()) {
      let isExtreme = before * after < 0
      if isExtreme {
        // Level at a peak: the curve shows no value above those that were measured.
        tangents.append(0)
      } else {
        tangents.append((before + after) / 2)
      }
    }

    tangents.append(last)
    for (index, slope) in slopes.enumerated() {
      // Two equal values are joined by a level line.
      guard slope != 0 else {
        tangents[index] = 0
        tangents[index + 1] = 0
        continue
      }
      let alpha = tangents[index] / slope
      let beta = tangents[index + 1] / slope
      // Within a circle of radius 3, the curve stays between its two values.
      let length = alpha * alpha + beta * beta
      guard length > 9 else { continue }
      let shrink = 3 / length.squareRoot()
      tangents[index] = shrink * alpha * slope
      tangents[index + 1] = shrink * beta * slope
    }
    return tangents
  }
}
