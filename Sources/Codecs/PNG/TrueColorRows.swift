/// Makes rows of straight grey with alpha, RGB or RGBA, keeping what equals the row above.
@safe
struct TrueColorRows: ~Copyable {
  private let rows: PixelRows
  private let bytesPerPixel: Int
  private let straight: UnsafeMutablePointer<UInt32>
  private let packed: UnsafeMutablePointer<UInt8>

  init(_ rows: PixelRows, bytesPerPixel: Int) {
    unsafe self.rows = unsafe rows
    self.bytesPerPixel = bytesPerPixel
    let width = unsafe rows.width
    unsafe straight = .allocate(capacity: width)
    unsafe packed = .allocate(capacity: width * 4)
    unsafe straight.initialize(repeating: 0, count: width)
    unsafe packed.initialize(repeating: 0, count: width * 4)
  }

  deinit {
    unsafe straight.deallocate()
    unsafe packed.deallocate()
  }

  /// Returns the packed row, valid until the next call; rows are read from the top, possibly several
  /// times.
  mutating func row(_ y: Int) -> UnsafeRawPointer {
    let row = unsafe rows[y]
    let above = unsafe rows[max(0, y - 1)]
    let width = unsafe rows.width
    // Each attempt at compression begins at the top, and must not see the last row of the one before.
    if y == 0 {
      unsafe straight.update(repeating: 0, count: width)
    }
    var x = 0
    while x < width {
      let count = min(pixelChunk, width &- x)
      let same =
        unsafe y > 0 && count == pixelChunk && row.from(x).differences(from: above.from(x)) == 0
      if !same {
        unsafe straighten(row, from: x, count: count)
      }
      x &+= pixelChunk
    }
    if bytesPerPixel == 4 { return unsafe UnsafeRawPointer(straight) }
    pack(width)
    return unsafe UnsafeRawPointer(packed)
  }

  /// Uses the color of the left or upper neighbor if it agrees: equal colors compress better.
  @inline(__always)
  private func straighten(_ row: PixelRow<UInt32>, from first: Int, count: Int) {
    // 0 means that there is no neighbor.
    var left: UInt32 = 0
    if first > 0 {
      left = unsafe straight[first &- 1]
    }
    for x in first..<first &+ count {
      let pixel = unsafe row[x]
      let alpha = pixel & 0xFF00_0000
      if alpha == 0xFF00_0000 {
        left = pixel
      } else if alpha == 0 {
        left = 0
      } else if left != 0, StraightColor.agrees(left, with: pixel) {
        left = left & 0xFF_FFFF | alpha
      } else if unsafe straight[x] != 0, unsafe StraightColor.agrees(straight[x], with: pixel) {
        left = unsafe straight[x] & 0xFF_FFFF | alpha
      } else {
        left = StraightColor.straight(pixel)
      }
      unsafe straight[x] = left
    }
  }

  private func pack(_ width: Int) {
    for x in 0..<width {
      let color = unsafe straight[x]
      if bytesPerPixel == 3 {
        unsafe packed[3 &* x] = UInt8(truncatingIfNeeded: color)
        unsafe packed[3 &* x &+ 1] = UInt8(truncatingIfNeeded: color >> 8)
        unsafe packed[3 &* x &+ 2] = UInt8(truncatingIfNeeded: color >> 16)
      } else {
        unsafe packed[2 &* x] = UInt8(truncatingIfNeeded: color)
        unsafe packed[2 &* x &+ 1] = UInt8(truncatingIfNeeded: color >> 24)
      }
    }
  }
}
