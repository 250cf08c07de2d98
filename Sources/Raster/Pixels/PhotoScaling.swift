/// A photograph scaled and cropped to the size of a picture.
///
/// Each pixel is the mean of the nearest source pixels, weighted by distance: linear interpolation
/// when enlarging, and a wider filter when reducing.
struct PhotoScaling {
  /// The weights of adjacent source pixels, which sum to 1.
  private struct Share {
    var first: Int
    var weights: [Float]
  }

  private let photo: PhotoPixels
  private let columns: [Share]
  private let rows: [Share]

  init(_ photo: PhotoPixels, width: Int, height: Int) {
    self.photo = photo
    // The smaller of the two scales leaves no border: what is beyond the picture is cropped.
    let across = Double(photo.width) / Double(width)
    let down = Double(photo.height) / Double(height)
    let step = min(across, down)
    columns = Self.shares(of: photo.width, for: width, step: step)
    rows = Self.shares(of: photo.height, for: height, step: step)
  }

  /// Returns a row of the scaled photograph.
  func row(_ row: Int) -> [UInt32] {
    let last = columns[columns.count - 1]
    let first = columns[0].first
    let end = last.first + last.weights.count

    // Rows first: the sums over columns then read a single row. In floats, whose 24 bits keep sums of
    // many pixels exact to a fraction of a level.
    let share = rows[row]
    var sums = [SIMD4<Float>](repeating: .zero, count: end - first)
    for (line, weight) in share.weights.enumerated() {
      let start = (share.first + line) * photo.width + first
      for column in sums.indices {
        sums[column] += Self.components(photo.pixels[start + column]) * weight
      }
    }
    return columns.map { share in
      var sum = SIMD4<Float>.zero
      for (index, weight) in share.weights.enumerated() {
        sum += sums[share.first - first + index] * weight
      }
      return Self.pixel(sum)
    }
  }

  /// Returns the weighted source pixels among `available` for each of `count` pixels.
  private static func shares(of available: Int, for count: Int, step: Double) -> [Share] {
    let start = (Double(available) - Double(count) * step) / 2
    // When reducing, each source pixel counts; else single pixels of a fine pattern would stand for
    // all.
    let reach = max(1, step)
    return (0..<count).map { index in
      // The middle of the pixel, in source pixels counted from the middle of the first.
      let center = start + (Double(index) + 0.5) * step - 0.5
      let first = Int((center - reach).rounded(.down)) + 1
      let last = max(first, Int((center + reach).rounded(.up)) - 1)
      func inside(_ pixel: Int) -> Int {
        min(max(pixel, 0), available - 1)
      }
      let pixels = inside(first)...inside(last)
      // Never 0, so that a pixel at the edge with a single source has a weight.
      let weights = pixels.map { pixel in
        let distance = abs(Double(pixel) - center)
        return max(1e-6, 1 - distance / reach)
      }
      let sum = weights.reduce(0, +)
      return Share(first: pixels.lowerBound, weights: weights.map { Float($0 / sum) })
    }
  }

  private static func components(_ pixel: UInt32) -> SIMD4<Float> {
    let shifted = SIMD4<UInt32>(repeating: pixel) &>> SIMD4(0, 8, 16, 24)
    return SIMD4<Float>(shifted & 255)
  }

  private static func pixel(_ components: SIMD4<Float>) -> UInt32 {
    let whole = SIMD4<UInt32>(components.rounded(.toNearestOrAwayFromZero))
    let shifted = whole &<< SIMD4(0, 8, 16, 24)
    return shifted[0] | shifted[1] | shifted[2] | shifted[3]
  }
}
