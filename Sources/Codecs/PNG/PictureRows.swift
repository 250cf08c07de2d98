import Glibc

/// The rows of a picture whose pixels are colors or color indices.
@unsafe
struct PictureRows<Pixel: PicturePixel> {
  let start: UnsafeRawPointer
  let width, height: Int

  @inline(__always)
  subscript(y: Int) -> PixelRow<Pixel> {
    unsafe PixelRow(start: start + y &* width &* MemoryLayout<Pixel>.size)
  }

  func areEqual(_ one: Int, _ other: Int) -> Bool {
    unsafe memcmp(self[one].start, self[other].start, width &* MemoryLayout<Pixel>.size) == 0
  }

  /// Returns whether a row of the lower half equals its counterpart in the upper half.
  func mirrors(_ y: Int) -> Bool {
    let opposite = unsafe height &- 1 &- y
    return unsafe opposite < y && areEqual(y, opposite)
  }
}
