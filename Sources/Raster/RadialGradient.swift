/// A gradient from a centre outward, in steps that nobody sees.
struct RadialGradient {
  private static let steps = 1024

  /// The pixels from the centre to the radius.
  private let ramp: [UInt32]
  private let center: Point
  private let stepsAPixel: Double

  init(_ gradient: Gradient, center: Point, radius: Double) {
    ramp = (0...Self.steps).map { gradient.pixel(at: Double($0) / Double(Self.steps)) }
    self.center = center
    let isDrawable = center.isFinite && radius.isFinite && radius > 0
    stepsAPixel = isDrawable ? Double(Self.steps) / radius : .infinity
  }

  func pixels(ofRow row: Int, _ columns: Range<Int>) -> [UInt32] {
    guard stepsAPixel.isFinite else {
      return [UInt32](repeating: ramp[Self.steps], count: columns.count)
    }
    let down = Double(row) + 0.5 - center.y
    return columns.map { column in
      let across = Double(column) + 0.5 - center.x
      let distance = (across * across + down * down).squareRoot() * stepsAPixel
      return ramp[Int(min(distance.rounded(), Double(Self.steps)))]
    }
  }
}
