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

  mutating func add(_ rows: PixelRows, pause: RowPause) throws(PNGFailure) {
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
