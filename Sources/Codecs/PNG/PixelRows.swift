import Glibc

let pixelChunk = 16

/// The rows of a canvas, four bytes per pixel, as words whose highest byte is alpha.
@unsafe
struct PixelRows {
  let start: UnsafeRawPointer
  let width, height: Int

  @inline(__always)
  subscript(y: Int) -> PixelRow {
    unsafe PixelRow(start: start + y &* width &* 4)
  }
}

@unsafe
struct PixelRow {
  let start: UnsafeRawPointer

  @inline(__always)
  subscript(x: Int) -> UInt32 {
    unsafe start.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self)
  }

  @inline(__always)
  func from(_ x: Int) -> PixelRow {
    unsafe PixelRow(start: start + x &* 4)
  }

  /// Returns one bit for each pixel of the first chunk that differs from the other row.
  @inline(__always)
  func differences(from other: PixelRow) -> UInt32 {
    var bits = SIMD4<UInt32>.zero
    for part in 0..<4 {
      let a = unsafe start.loadUnaligned(fromByteOffset: part &* 16, as: SIMD4<UInt32>.self)
      let b = unsafe other.start.loadUnaligned(fromByteOffset: part &* 16, as: SIMD4<UInt32>.self)
      let ones = SIMD4<UInt32>(1, 2, 4, 8) &<< UInt32(truncatingIfNeeded: part &* 4)
      bits |= SIMD4<UInt32>.zero.replacing(with: ones, where: a .!= b)
    }
    return bits.wrappedSum()
  }

  @inline(__always)
  func hasChunk(of other: PixelRow) -> Bool {
    unsafe memcmp(start, other.start, pixelChunk &* 4) == 0
  }
}
