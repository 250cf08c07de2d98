import CPNG
import Glibc

/// Everything about a picture but its pixels.
struct PNGHeader {
  private let width: Int
  private let height: Int
  private let pixelsPerPoint: Int
  private let text: [PNGText]

  init(width: Int, height: Int, pixelsPerPoint: Int, text: [(key: String, value: String)]) {
    self.width = width
    self.height = height
    self.pixelsPerPoint = pixelsPerPoint
    self.text = text.compactMap { PNGText(key: $0.key, value: $0.value) }
  }

  /// The smallest file that one of the compressions makes of rows that the callback takes from `rows`.
  func write<Rows: ~Copyable>(
    _ layout: PNGLayout, _ compressions: [PNGCompression], rows: inout Rows, row: wt_png_row
  ) throws(PNGFailure) -> [UInt8] {
    var smallest: [UInt8]?
    for compression in compressions {
      let file = try unsafe write(layout, compression, rows: &rows, row: row)
      if file.count < smallest?.count ?? .max { smallest = file }
    }
    return smallest ?? []
  }

  private func write<Rows: ~Copyable>(
    _ layout: PNGLayout, _ compression: PNGCompression, rows: inout Rows, row: wt_png_row
  ) throws(PNGFailure) -> [UInt8] {
    var out = unsafe wt_png_bytes()
    defer { unsafe free(out.bytes) }
    let status = unsafe withUnsafeMutablePointer(to: &rows) { rows in
      var picture = unsafe wt_png_picture()
      unsafe picture.width = UInt32(width)
      unsafe picture.height = UInt32(height)
      unsafe picture.bit_depth = CInt(layout.bitDepth)
      unsafe picture.color_type = CInt(layout.colorType)
      unsafe picture.black_is_transparent = layout == .rgb(blackIsTransparent: true) ? 1 : 0
      unsafe picture.pixels_per_metre = pixelsPerMetre
      unsafe picture.level = compression.level
      unsafe picture.strategy = compression.strategy
      unsafe picture.filter = compression.filter
      unsafe picture.row = row
      unsafe picture.context = UnsafeMutableRawPointer(rows)
      return unsafe write(&picture, palette: layout.palette, to: &out)
    }
    switch status {
    case CInt(WT_PNG_OK):
      return unsafe Array(UnsafeBufferPointer(start: out.bytes, count: out.count))
    case CInt(WT_PNG_NO_MEMORY): throw .outOfMemory
    default: throw .refused(reason: unsafe String(cString: wt_png_reason(&out)))
    }
  }

  /// At 72 points an inch; unsaid where a pixel is a point.
  private var pixelsPerMetre: UInt32 {
    switch pixelsPerPoint {
    case 2: 5669
    case 3: 8504
    default: 0
    }
  }

  private func write(
    _ picture: inout wt_png_picture, palette: PNGPalette?, to out: inout wt_png_bytes
  ) -> CInt {
    let components = palette?.components ?? []
    let alphas = palette?.alphas ?? []
    let words = text.flatMap(\.bytes)
    return unsafe components.withUnsafeBufferPointer { components in
      unsafe alphas.withUnsafeBufferPointer { alphas in
        unsafe words.withUnsafeBytes { words in
          unsafe picture.palette = components.baseAddress
          unsafe picture.palette_count = CInt(components.count / 3)
          unsafe picture.palette_alpha = alphas.baseAddress
          unsafe picture.palette_alpha_count = CInt(alphas.count)
          unsafe picture.text = words.baseAddress?.assumingMemoryBound(to: CChar.self)
          unsafe picture.text_count = CInt(text.count)
          return unsafe wt_png_write(&picture, &out)
        }
      }
    }
  }
}
