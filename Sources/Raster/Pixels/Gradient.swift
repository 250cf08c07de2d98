/// Colors that blend between stops, interpolated unpremultiplied as in SVG.
// CSS interpolates premultiplied; a picture must look the same as PNG and as SVG.
public struct Gradient: Sendable, Hashable {
  /// A color and its offset from 0 to 1.
  public struct Stop: Sendable, Hashable {
    /// The offset, from 0 to 1.
    public var offset: Double
    /// The color at that offset.
    public var color: Color

    /// Creates a stop.
    public init(offset: Double, color: Color) {
      self.offset = offset
      self.color = color
    }
  }

  /// The stops, in the order of their offsets.
  public let stops: [Stop]

  /// Creates a gradient of stops in any order; offsets are clamped to 0…1.
  public init(stops: [Stop]) {
    let clamped = stops.map { stop in
      let offset =
        if stop.offset.isNaN {
          0.0
        } else {
          stop.offset.clamped(to: 0...1)
        }
      return Stop(offset: offset, color: stop.color)
    }
    // Swift's sort keeps the order of equal ones: two stops at one offset are a sudden change, from
    // the first to the second.
    self.stops = clamped.sorted { $0.offset < $1.offset }
  }

  /// Creates a gradient of evenly spaced stops.
  public init(colors: [Color]) {
    let last = Double(max(1, colors.count - 1))
    let stops = colors.enumerated().map { index, color in
      Stop(offset: Double(index) / last, color: color)
    }
    self.init(stops: stops)
  }

  /// Returns the color at a fraction of the gradient.
  public func color(at fraction: Double) -> Color {
    guard let (from, to, share) = stops(around: fraction) else { return .clear }
    func between(_ low: UInt8, _ high: UInt8) -> UInt8 {
      UInt8((Double(low) + (Double(high) - Double(low)) * share).rounded())
    }
    return Color(
      red: between(from.red, to.red),
      green: between(from.green, to.green),
      blue: between(from.blue, to.blue),
      alpha: between(from.alpha, to.alpha)
    )
  }

  /// Returns the color at a fraction of the gradient, as a premultiplied pixel.
  func pixel(at fraction: Double) -> UInt32 {
    guard let (from, to, share) = stops(around: fraction) else { return 0 }
    return if share == 0 {
      // The very pixel of a plain color; `mix` may round another way.
      from.premultiplied
    } else {
      Gradient.mix(from, with: to, share: share)
    }
  }

  /// Returns the two colors around a fraction of the gradient, and the share of the second; nil
  /// without stops.
  private func stops(around fraction: Double) -> (from: Color, to: Color, share: Double)? {
    guard let first = stops.first, let last = stops.last else { return nil }
    guard fraction > first.offset else { return (first.color, first.color, 0) }
    guard fraction < last.offset else { return (last.color, last.color, 0) }

    // The first stop at the fraction or after it, by halving: bars in colors have a stop on each
    // side.
    var next = 0
    var end = stops.count - 1
    while next < end {
      let middle = (next + end) / 2
      if stops[middle].offset >= fraction {
        end = middle
      } else {
        next = middle + 1
      }
    }

    let from = stops[max(0, next - 1)]
    let to = stops[next]
    let span = to.offset - from.offset

    // Two stops at one offset are a sudden change.
    guard span > 0 else { return (from.color, to.color, 1) }
    return (from.color, to.color, (fraction - from.offset) / span)
  }

  private static func mix(_ from: Color, with to: Color, share: Double) -> UInt32 {
    func between(_ low: UInt8, _ high: UInt8) -> Double {
      Double(low) + (Double(high) - Double(low)) * share
    }
    let alpha = between(from.alpha, to.alpha)
    // Rounded once, after the multiplication: rounded colors would show steps where alpha is small.
    func component(_ low: UInt8, _ high: UInt8) -> UInt32 {
      UInt32((between(low, high) * alpha / 255).rounded())
    }
    return component(from.red, to.red)
      | component(from.green, to.green) << 8
      | component(from.blue, to.blue) << 16
      | UInt32(alpha.rounded()) << 24
  }
}

/// A gradient from a center outward, in invisibly small steps.
// A table, because each pixel of a radial gradient has another distance, and searching stops for each
// would cost more than its square root.
struct RadialGradient {
  // Several steps for each of the 256 levels of a component.
  private static let steps = 1024

  /// The pixels from the center to the radius.
  private let ramp: [UInt32]
  private let center: Point
  private let stepsAPixel: Double

  init(_ gradient: Gradient, center: Point, radius: Double) {
    ramp = (0...Self.steps).map { step in
      gradient.pixel(at: Double(step) / Double(Self.steps))
    }
    self.center = center
    let isDrawable = center.isFinite && radius.isFinite && radius > 0
    stepsAPixel =
      if isDrawable {
        Double(Self.steps) / radius
      } else {
        .infinity
      }
  }

  func pixels(ofRow row: Int, _ columns: Range<Int>) -> [UInt32] {
    guard stepsAPixel.isFinite else {
      // Without a radius, everything is outside of it.
      return [UInt32](repeating: ramp[Self.steps], count: columns.count)
    }
    // Colors are those of the middle of each pixel.
    let down = Double(row) + 0.5 - center.y
    return columns.map { column in
      let across = Double(column) + 0.5 - center.x
      let distance = (across * across + down * down).squareRoot() * stepsAPixel
      return ramp[Int(min(distance.rounded(), Double(Self.steps)))]
    }
  }
}
