import CPNG
import Glibc

enum TrueColorPacking {
  static func imageData(
    of rows: PixelRows, _ layout: PNGLayout, _ pause: RowPause
  ) throws(PNGFailure) -> [UInt8] {
    var colored = unsafe TrueColorRows(
      rows, bytesPerPixel: layout.bytesPerPixel, pause)
    var smallest: [UInt8]?
    for compression in unsafe PNGCompression.worthTrying(for: rows) {
      let data = try unsafe imageData(
        of: &colored, width: rows.width, height: rows.height, layout, compression)
      if data.count < smallest?.count ?? .max { smallest = data }
    }
    return smallest ?? []
  }

  private static func imageData(
    of rows: inout TrueColorRows, width: Int, height: Int, _ layout: PNGLayout,
    _ compression: PNGCompression
  ) throws(PNGFailure) -> [UInt8] {
    var out = unsafe wt_png_bytes()
    defer { unsafe free(out.bytes) }
    let status = unsafe withUnsafeMutablePointer(to: &rows) { rows in
      var picture = unsafe wt_png_picture()
      unsafe picture.width = UInt32(width)
      unsafe picture.height = UInt32(height)
      unsafe picture.color_type = CInt(layout.colorType)
      unsafe picture.level = compression.level
      unsafe picture.strategy = compression.strategy
      unsafe picture.filter = compression.filter
      unsafe picture.context = UnsafeMutableRawPointer(rows)
      unsafe picture.row = { context, y in
        unsafe context?.assumingMemoryBound(to: TrueColorRows.self).pointee.row(Int(y))
      }
      return unsafe wt_png_write(&picture, &out)
    }
    if rows.isStopped { throw .stopped }
    switch status {
    case CInt(WT_PNG_OK):
      let file = unsafe Array(UnsafeBufferPointer(start: out.bytes, count: out.count))
      let chunks = PNGChunks(file).map(Array.init) ?? []
      return chunks.filter { $0.name == Array("IDAT".utf8) }.flatMap { file[$0.content] }
    case CInt(WT_PNG_NO_MEMORY): throw .outOfMemory
    default: throw .refused(reason: unsafe String(cString: wt_png_reason(&out)))
    }
  }
}

/// The properties of pixels that determine how a picture of more than 256 colors is stored.
struct TrueColorStatistics {
  private var colored: UInt32 = 0
  private var clear: UInt32 = 0
  private var hasHalfClear = false
  private var hasBlack = false

  var isGrey: Bool { colored == 0 }
  var isOpaque: Bool { clear == 0 }
  /// Whether black can mean transparent: no pixel is black, and none is translucent.
  var hasFreeBlack: Bool { !hasHalfClear && !hasBlack }

  mutating func add(_ rows: PixelRows, _ pause: RowPause) throws(PNGFailure) {
    for y in 0..<(unsafe rows.height) {
      try pause.check(before: y)
      let row = unsafe rows[y]
      for x in 0..<(unsafe rows.width) {
        let pixel = unsafe row[x]
        colored |= (pixel ^ pixel >> 8) & 0xFFFF
        clear |= ~pixel >> 24
        hasHalfClear = hasHalfClear || (pixel >> 24 != 255 && pixel >> 24 != 0)
        hasBlack = hasBlack || pixel == 0xFF00_0000
      }
    }
  }
}
