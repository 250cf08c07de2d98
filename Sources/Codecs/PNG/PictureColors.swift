import Glibc

/// The size of a picture, and whether its caller still wants it.
struct PictureSize {
  let width: Int
  let height: Int
  var isStopped: @Sendable () -> Bool = { false }

  // Some hundredths of a second; smaller pictures are never checked.
  private static let pixelsBetweenStopChecks = 1 << 17

  /// Returns whether the work should stop before row `y`.
  func isStopped(before y: Int) -> Bool {
    let rows = max(1, Self.pixelsBetweenStopChecks / width)
    return y % rows == rows - 1 && isStopped()
  }
}

extension PictureSize {
  // Bars have 8 to 18 times as many changes along rows as between them, curves and circles as many. Eight
  // rows tell them apart.
  private static let sampledRows = 8
  private static let leastRatio = 4

  /// Returns whether colors change along rows, which mostly repeat those above, as in bars.
  // The differences of such rows are runs of zeros: noise in bars takes 3,757 bytes and 88 microseconds
  // instead of 5,274 and 155, and dots take 2,804 instead of 3,783; bars and mirroredBars take an eighth more
  // bytes in the same time. Circles as differences would be a sixth larger.
  func isUpright(_ indices: [UInt8]) -> Bool {
    guard height > Self.sampledRows else { return false }
    var along = 0
    var between = 0
    unsafe indices.withUnsafeBufferPointer { indices in
      for sample in 1...Self.sampledRows {
        let row = (sample * (height - 1) / Self.sampledRows) * width
        for x in 1..<max(1, width) {
          // Within both rows, as `row` is that of a row but the first.
          let pixel = unsafe indices[row + x]
          along += unsafe pixel == indices[row + x - 1] ? 0 : 1
          between += unsafe pixel == indices[row + x - width] ? 0 : 1
        }
      }
    }
    return along > Self.leastRatio * between
  }
}

/// The distinct colors of a picture, or of the frames of an animation, in order of appearance.
struct PictureColors {
  // A palette of PNG has at most so many entries.
  private static let limit = 256
  // Four times as many slots as colors, so that a search ends soon.
  private static let slotBits: UInt32 = 10

  /// The premultiplied colors, with alpha in the highest byte.
  private(set) var all: [UInt32] = []
  /// An open-addressing hash table of the indices of colors; -1 is a free slot.
  private var slots = [Int16](repeating: -1, count: 1 << slotBits)

  /// Adds the colors of premultiplied pixels, and returns the index of each pixel; nil if there are
  /// more colors than a palette holds.
  mutating func indices(
    of pixels: borrowing RawSpan,
    _ size: PictureSize
  ) throws(PNGFailure) -> [UInt8]? {
    let width = size.width
    precondition(pixels.byteCount == 4 * width * size.height)
    var indices = [UInt8](repeating: 0, count: width * size.height)
    // Both arrays have a pixel a place, and rows are read and written within them.
    let fits = try unsafe pixels.withUnsafeBytes { pixels throws(PNGFailure) in
      try unsafe indices.withUnsafeMutableBufferPointer { indices throws(PNGFailure) in
        guard let row = pixels.baseAddress, let target = indices.baseAddress else { return true }
        for y in 0..<size.height {
          if size.isStopped(before: y) { throw .stopped }
          let pixels = unsafe row + 4 * y * width
          let indices = unsafe UnsafeMutableRawPointer(target + y * width)
          guard unsafe add(row: pixels, width: width, isFirst: y == 0, to: indices) else {
            return false
          }
        }
        return true
      }
    }
    return fits ? indices : nil
  }

  /// Adds a row; returns false if there are too many colors.
  private mutating func add(
    row: UnsafeRawPointer,
    width: Int,
    isFirst: Bool,
    to indices: UnsafeMutableRawPointer
  ) -> Bool {
    let above = unsafe row - (isFirst ? 0 : 4 * width)
    var last = unsafe row.loadUnaligned(as: UInt32.self)
    guard var index = index(of: last) else { return false }
    var x = 0
    while x < width {
      // Most pixels have the color of the one above them: one by one, a cold scan of recordings of
      // 0.1 s takes 1.1 of the time.
      if !isFirst, x + 8 <= width, unsafe memcmp(row + 4 * x, above + 4 * x, 32) == 0 {
        unsafe memcpy(indices + x, indices + x - width, 8)
        x += 8
        continue
      }
      let end = min(x + 8, width)
      while x < end {
        let pixel = unsafe row.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self)
        if pixel != last {
          guard let next = self.index(of: pixel) else { return false }
          last = pixel
          index = next
        }
        unsafe indices.storeBytes(of: index, toByteOffset: x, as: UInt8.self)
        x += 1
      }
    }
    return true
  }

  /// Returns the index of a color, which is added if it is new; nil if there is no room for it.
  private mutating func index(of color: UInt32) -> UInt8? {
    // 2^32 divided by the golden ratio spreads similar colors over all slots.
    var slot = Int((color &* 0x9E37_79B1) >> (32 - Self.slotBits))
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if all[index] == color { return UInt8(index) }
      slot = (slot + 1) % slots.count
    }
    guard all.count < Self.limit else { return nil }
    slots[slot] = Int16(all.count)
    all.append(color)
    return UInt8(all.count - 1)
  }
}

/// How the pixels of a picture are stored.
enum PNGLayout: Equatable {
  /// An index a pixel, into premultiplied colors.
  case palette([UInt32])
  case rgb
  case rgba

  /// Creates the layout of pixels in true color.
  init(trueColor pixels: borrowing RawSpan) {
    self = pixels.isOpaque ? .rgb : .rgba
  }

  // The numbers of the PNG specification: 1 for a palette, 2 for color, 4 for alpha.
  var colorType: Int {
    switch self {
    case .palette: 3
    case .rgb: 2
    case .rgba: 6
    }
  }

  /// The fewest bits a component or an index.
  var bitDepth: Int {
    guard case .palette(let colors) = self else { return 8 }
    return [1, 2, 4].first { bits in colors.count <= 1 << bits } ?? 8
  }

  /// Red, green and blue of each entry of the palette.
  var components: [UInt8] {
    guard case .palette(let colors) = self else { return [] }
    return colors.flatMap { color in
      let straight = unpremultiplied(color)
      return (0..<3).map { UInt8(truncatingIfNeeded: straight >> (8 * $0)) }
    }
  }

  /// The opacities of the palette up to the last that is not opaque.
  var opacities: [UInt8] {
    guard case .palette(let colors) = self else { return [] }
    let last = colors.lastIndex { color in color >> 24 < 255 }
    return colors[...(last ?? -1)].map { color in UInt8(color >> 24) }
  }
}

/// Returns the nearest color with its alpha that is not multiplied by it, as PNG stores colors.
@inline(__always)
func unpremultiplied(_ pixel: UInt32) -> UInt32 {
  let alpha = pixel >> 24
  if alpha == 255 { return pixel }
  if alpha == 0 { return 0 }
  let half = alpha >> 1
  let red = min(255, ((pixel & 255) &* 255 &+ half) / alpha)
  let green = min(255, ((pixel >> 8 & 255) &* 255 &+ half) / alpha)
  let blue = min(255, ((pixel >> 16 & 255) &* 255 &+ half) / alpha)
  return red | green << 8 | blue << 16 | alpha << 24
}

extension RawSpan {
  /// Returns a pixel of a canvas.
  @inline(__always)
  func pixel(_ index: Int) -> UInt32 {
    // Checked against the bounds, and every bit pattern is a number.
    unsafe unsafeLoadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self)
  }

  var isOpaque: Bool {
    var common = UInt32.max
    for index in 0..<byteCount / 4 {
      common &= pixel(index)
    }
    return common >> 24 == 255
  }
}
