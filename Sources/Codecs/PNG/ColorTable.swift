/// The distinct colors of a picture, up to 256, in an open-addressing hash table.
@safe
struct ColorTable: ~Copyable {
  // A palette of PNG has at most so many entries.
  static let limit = 256
  // Four times as many slots as colors, so that a search ends soon.
  private static let slotBits: UInt32 = 10
  private static let slotCount = 1 << 10

  private let keys: UnsafeMutablePointer<UInt32>
  /// The value of each slot, or -1 if free.
  private let values: UnsafeMutablePointer<Int16>
  private let tallies: UnsafeMutablePointer<Int>
  private(set) var colors: [UInt32] = []

  init() {
    unsafe keys = .allocate(capacity: Self.slotCount)
    unsafe values = .allocate(capacity: Self.slotCount)
    unsafe tallies = .allocate(capacity: Self.limit)
    unsafe keys.initialize(repeating: 0, count: Self.slotCount)
    unsafe values.initialize(repeating: -1, count: Self.slotCount)
    colors.reserveCapacity(Self.limit)
  }

  deinit {
    unsafe keys.deallocate()
    unsafe values.deallocate()
    unsafe tallies.deallocate()
  }

  var counts: [Int] {
    unsafe Array(UnsafeBufferPointer(start: tallies, count: colors.count))
  }

  /// Counts a color; returns false if there would be too many.
  @inline(__always)
  mutating func count(_ color: UInt32, times: Int = 1) -> Bool {
    let slot = slot(of: color)
    let value = unsafe values[slot]
    guard value < 0 else {
      unsafe tallies[Int(value)] &+= times
      return true
    }
    return insert(color, slot: slot, times: times)
  }

  /// Replaces color indices, which were counted in place of colors, by their colors.
  mutating func replaceIndices(by palette: [UInt32]) {
    let indices = colors
    let counts = counts
    self = ColorTable()
    for (index, pixels) in zip(indices, counts) {
      _ = count(palette[Int(index)], times: pixels)
    }
  }

  /// Counts each color once; returns false if there would be too many.
  mutating func count(_ colors: [UInt32]) -> Bool {
    colors.allSatisfy { color in count(color) }
  }

  /// Returns the value of a color, or 0 for an unknown one.
  @inline(__always)
  func value(of color: UInt32) -> UInt8 {
    let slot = slot(of: color)
    return UInt8(truncatingIfNeeded: max(0, unsafe values[slot]))
  }

  @inline(__always)
  private func slot(of color: UInt32) -> Int {
    // 2^32 divided by the golden ratio spreads similar colors over all slots.
    var slot = Int((color &* 0x9E37_79B1) >> (32 &- Self.slotBits))
    while unsafe values[slot] >= 0, unsafe keys[slot] != color {
      slot = (slot &+ 1) & (Self.slotCount &- 1)
    }
    return slot
  }

  // Not inlined: it happens at most 256 times a picture, and would only make the loop of `count` longer.
  @inline(never)
  private mutating func insert(_ color: UInt32, slot: Int, times: Int) -> Bool {
    guard colors.count < Self.limit else { return false }
    unsafe keys[slot] = color
    unsafe values[slot] = Int16(colors.count)
    unsafe tallies[colors.count] = times
    colors.append(color)
    return true
  }
}

/// Colors as PNG stores them, not multiplied by their alpha; the highest byte is alpha.
// Several straight colors give one premultiplied pixel: the lower the alpha, the more of them. Which one
// is written cannot be seen, but whether neighbors are equal decides how a file compresses.
enum StraightColor {
  /// Returns the nearest straight color of a premultiplied one; black without alpha.
  @inline(__always)
  static func straight(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    if alpha == 255 { return pixel }
    if alpha == 0 { return 0 }
    let half = alpha >> 1
    let red = min(255, ((pixel & 255) &* 255 &+ half) / alpha)
    let green = min(255, ((pixel >> 8 & 255) &* 255 &+ half) / alpha)
    let blue = min(255, ((pixel >> 16 & 255) &* 255 &+ half) / alpha)
    return red | green << 8 | blue << 16 | alpha << 24
  }

  /// Returns whether a straight color with the alpha of `pixel` equals it when multiplied.
  ///
  /// At low alpha many straight colors do: the neighbor's color then costs nothing more.
  @inline(__always)
  static func agrees(_ color: UInt32, with pixel: UInt32) -> Bool {
    let alpha = pixel >> 24
    // The first component that differs ends it: most colors differ in all three.
    return multiplied(color & 255, by: alpha) == pixel & 255
      && multiplied(color >> 8 & 255, by: alpha) == pixel >> 8 & 255
      && multiplied(color >> 16 & 255, by: alpha) == pixel >> 16 & 255
  }

  /// Returns the rounded product of two bytes, where 255 is one.
  @inline(__always)
  private static func multiplied(_ component: UInt32, by alpha: UInt32) -> UInt32 {
    let product = component &* alpha &+ 128
    return (product &+ product >> 8) >> 8
  }
}
