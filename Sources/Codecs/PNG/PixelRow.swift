/// The pixels of one row of a canvas, read without copying them.
@unsafe
struct PixelRow<Pixel: PicturePixel> {
  let start: UnsafeRawPointer

  @inline(__always)
  subscript(x: Int) -> Pixel {
    unsafe start.loadUnaligned(fromByteOffset: x &* MemoryLayout<Pixel>.size, as: Pixel.self)
  }

  @inline(__always)
  func from(_ x: Int) -> PixelRow { unsafe PixelRow(start: start + x &* MemoryLayout<Pixel>.size) }

  /// Returns one bit for each pixel of the first chunk that differs from the other row.
  @inline(__always)
  func differences(from other: PixelRow) -> UInt32 { unsafe Pixel.differences(start, other.start) }
}
