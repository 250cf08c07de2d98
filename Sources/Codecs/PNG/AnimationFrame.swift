/// What a frame of an animation changes of the one before: a rectangle, still premultiplied.
struct AnimationFrame {
  let x: Int
  let y: Int
  let width: Int
  let height: Int
  let pixels: [UInt8]
  /// The same with nothing where nothing changed, to be drawn over; nil where that cannot be, because
  /// something that is not opaque takes the place of something else.
  let overlay: [UInt8]?
  /// How long it stands, in ticks of the animation's clock.
  var ticks = 1

  /// A whole canvas.
  init(_ canvas: [UInt8], width: Int, height: Int) {
    (x, y, self.width, self.height) = (0, 0, width, height)
    pixels = canvas
    overlay = nil
  }

  /// The difference of two canvases of one size, nil where there is none.
  init?(from previous: PixelRows, to canvas: PixelRows) {
    let width = unsafe canvas.width
    let changedRows = unsafe (0..<canvas.height).filter { y in
      (0..<width).contains { unsafe canvas[y][$0] != previous[y][$0] }
    }
    guard let top = changedRows.first, let bottom = changedRows.last else { return nil }
    var (left, right) = (width, 0)
    for y in changedRows {
      let (row, before) = unsafe (canvas[y], previous[y])
      left = (0..<left).first { unsafe row[$0] != before[$0] } ?? left
      right = (right..<width).last { unsafe row[$0] != before[$0] } ?? right
    }
    (x, y, self.width, height) = (left, top, right + 1 - left, bottom + 1 - top)
    var (pixels, overlay, coversAll) = ([UInt8](), [UInt8](), true)
    for y in top...bottom {
      for x in left...right {
        let pixel = unsafe canvas[y][x]
        let differs = unsafe pixel != previous[y][x]
        coversAll = coversAll && (!differs || pixel >> 24 == 255)
        Self.append(pixel, to: &pixels)
        Self.append(differs ? pixel : 0, to: &overlay)
      }
    }
    self.pixels = pixels
    self.overlay = coversAll && overlay != pixels ? overlay : nil
  }

  private static func append(_ pixel: UInt32, to bytes: inout [UInt8]) {
    for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: pixel >> shift)) }
  }

  /// The content of the fcTL chunk; it disposes of nothing.
  func control(sequence: Int, ticksPerSecond: Int, isOverlay: Bool) -> [UInt8] {
    let numbers = [sequence, width, height, x, y].flatMap(PNGChunkWriter.bytes)
    let delay = PNGChunkWriter.bytes(of: min(ticks, 0xFFFF) << 16 | min(ticksPerSecond, 0xFFFF))
    return numbers + delay + [0, isOverlay ? 1 : 0]
  }
}
