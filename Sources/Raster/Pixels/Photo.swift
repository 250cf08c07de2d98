/// A photograph below a drawing, cropped to fill it.
// File and pixels, because SVG embeds the file as it is, and PNG needs the pixels.
public struct Photo: Sendable, Hashable {
  /// An image file, for formats that embed it unchanged.
  public struct File: Sendable, Hashable {
    /// The media type by its bytes, such as `image/jpeg`.
    public let mediaType: String
    /// The whole file.
    public let bytes: [UInt8]
    /// The bytes in Base64, if already encoded for several pictures.
    package var digits: [UInt8]?

    /// Creates a file whose type has been checked.
    public init(mediaType: String, bytes: [UInt8]) {
      self.mediaType = mediaType
      self.bytes = bytes
    }
  }

  /// The original file.
  public var file: File?
  /// The decoded pixels, if any.
  public var pixels: PhotoPixels?

  /// Creates a photograph from a file, pixels or both.
  public init(file: File? = nil, pixels: PhotoPixels? = nil) {
    self.file = file
    self.pixels = pixels
  }
}

extension Canvas {
  /// Draws a photograph, centered and scaled to cover the whole canvas.
  mutating func cover(with photo: PhotoPixels) {
    guard width > 0, height > 0 else { return }
    let scaling = PhotoScaling(photo, width: width, height: height)
    // Opaque pixels replace what is below; those of a PNG may be transparent.
    let mask = [UInt8](repeating: 255, count: width)
    for row in 0..<height {
      // A row is weighted sums of the source, some ten times as slow as laying a row of pixels. Untuned.
      if row & 31 == 31, isStopped() { return }
      RowKernels.blend(
        scaling.row(row)[..<width],
        through: mask[...],
        onto: &pixels,
        at: row * width
      )
    }
  }

  /// Keeps six bits of each component: the difference is invisible, and a PNG of a photograph
  /// becomes 40% smaller.
  package mutating func coarsenComponents() {
    for index in pixels.indices {
      let pixel = pixels[index]
      // The upper two bits again as the lower two, so that black and white stay what they are.
      pixels[index] = pixel & 0xFCFC_FCFC | pixel >> 6 & 0x0303_0303
    }
  }
}

/// A decoded photograph: premultiplied RGBA, red in the lowest byte of a pixel, row by row.
// The order of a canvas, so that a row of it is painted without a conversion.
public struct PhotoPixels: Sendable, Hashable {
  /// The size in pixels.
  public let width, height: Int
  /// The pixels, row by row.
  public let pixels: [UInt32]

  /// Returns nil if there are no pixels, or not width times height.
  public init?(width: Int, height: Int, pixels: [UInt32]) {
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !overflows, count == pixels.count else { return nil }
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}

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
