import CPNG
package import Codecs
import Glibc

/// Reads the pixels of a PNG of any color type.
// By libpng, which is not the code that draws and encodes: an encoder whose own reader checks it may make
// the same mistake twice.
package enum PNGReader {
  package static func decode(
    _ file: [UInt8],
    maximumPixels: Int = PNGEncoder.maximumPixels
  ) throws(PNGFailure) -> PNGPicture {
    try unsafe file.withUnsafeBufferPointer { (bytes) throws(PNGFailure) -> PNGPicture in
      var input = unsafe wt_png_input()
      unsafe input.bytes = bytes.baseAddress
      unsafe input.count = bytes.count
      var out = unsafe wt_png_pixels()
      defer { unsafe free(out.pixels) }
      switch unsafe wt_png_read(&input, max(0, maximumPixels), &out) {
      case CInt(WT_PNG_OK):
        let width = unsafe Int(out.width)
        let height = unsafe Int(out.height)
        let pixels = unsafe UnsafeBufferPointer(start: out.pixels, count: width * height * 4)
        return unsafe PNGPicture(width: width, height: height, pixels: Array(pixels))
      case CInt(WT_PNG_NO_MEMORY): throw .outOfMemory
      default: throw .refused(reason: unsafe String(cString: wt_png_reason(&input.report)))
      }
    }
  }
}
