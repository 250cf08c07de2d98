extension ColorTable {
  /// Counts the colors of a picture; returns false as soon as there are more than a palette holds.
  mutating func count<Pixel>(
    _ rows: PictureRows<Pixel>,
    pause: RowPause
  ) throws(PNGFailure) -> Bool {
    guard unsafe count(UInt32(rows[0][0])) else { return false }
    // Compares a row with itself shifted by a pixel, to skip pixels that equal the left one.
    let rest = unsafe rows.width - 1
    guard unsafe count(rows[0].from(1), above: rows[0], count: rest) else { return false }
    for y in 1..<(unsafe max(1, rows.height)) {
      try pause.check(before: y)
      guard unsafe countRow(y, of: rows) else { return false }
    }
    return true
  }

  private mutating func countRow<Pixel>(_ y: Int, of rows: PictureRows<Pixel>) -> Bool {
    let row = unsafe rows[y]
    let above = unsafe rows[y - 1]
    let width = unsafe rows.width
    // Pixels at the edges count as often as a row is wide: as entry 0 they form one run with the
    // filter byte, which is 0 too.
    guard unsafe count(UInt32(row[0]), times: width),
      unsafe count(UInt32(row[width - 1]), times: width)
    else { return false }
    // Counting each color of a symmetric picture once gives the same order in half the time.
    if unsafe rows.areEqual(y, y - 1) || rows.mirrors(y) { return true }
    var x = 0
    while x < width {
      let count = min(pixelChunk, width &- x)
      let isWhole = count == pixelChunk
      // A chunk that is cut off is counted pixel by pixel, as if all differed.
      var differences = ~UInt32(0)
      if isWhole {
        differences = unsafe row.from(x).differences(from: above.from(x))
      }
      if differences != 0 {
        let fits: Bool
        if x > 0, isWhole {
          fits = unsafe countChunk(row.from(x), differences: differences)
        } else {
          fits = unsafe self.count(row.from(x), above: above.from(x), count: count)
        }
        guard fits else { return false }
      }
      x &+= pixelChunk
    }
    return true
  }

  /// Counts the pixels that equal neither their left nor their upper neighbor.
  private mutating func count<Pixel>(_ pixels: PixelRow<Pixel>, above: PixelRow<Pixel>, count: Int)
    -> Bool
  {
    guard count > 0 else { return true }
    var last = unsafe above[0]
    for x in 0..<count {
      let pixel = unsafe pixels[x]
      if unsafe pixel != last && pixel != above[x] {
        guard self.count(UInt32(pixel)) else { return false }
      }
      last = pixel
    }
    return true
  }

  /// Counts such pixels of a whole chunk that has a left neighbor, given those that differ from the
  /// row above.
  private mutating func countChunk<Pixel>(
    _ pixels: PixelRow<Pixel>,
    differences: UInt32
  ) -> Bool {
    // The first pixel of a chunk is counted regardless of its left neighbor.
    let left = unsafe pixels.differences(from: pixels.from(-1)) | 1
    // A bit for each pixel to count, from the first one on.
    var pending = differences & left
    while pending != 0 {
      let pixel = unsafe pixels[pending.trailingZeroBitCount]
      guard count(UInt32(pixel)) else { return false }
      // Clears the lowest bit that is set.
      pending &= pending &- 1
    }
    return true
  }
}
