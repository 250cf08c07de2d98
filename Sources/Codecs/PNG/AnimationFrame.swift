/// The rectangle of an animation's frame that differs from the frame before, still premultiplied.
struct AnimationFrame {
  let x, y, width, height: Int
  private(set) var pixels: [UInt32]
  /// The rectangle with transparent pixels where nothing changed, to be blended over; nil if a
  /// translucent pixel replaces another.
  private(set) var overlay: [UInt32]?
  /// The duration, in ticks of the animation's clock.
  var ticks = 1

  init(_ canvas: PixelRows) {
    x = 0
    y = 0
    width = unsafe canvas.width
    height = unsafe canvas.height
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      let row = unsafe canvas[y]
      for x in 0..<width {
        pixels.append(unsafe row[x])
      }
    }
    self.pixels = pixels
  }

  /// Creates the difference of two canvases of one size, or returns nil if they are equal.
  init?(from previous: PixelRows, to canvas: PixelRows) {
    guard let area = unsafe ChangedArea(from: previous, to: canvas) else { return nil }
    x = area.columns.lowerBound
    y = area.rows.lowerBound
    width = area.columns.count
    height = area.rows.count
    var pixels: [UInt32] = []
    var overlay: [UInt32] = []
    var coversAll = true
    pixels.reserveCapacity(width * height)
    overlay.reserveCapacity(width * height)
    for y in area.rows {
      let row = unsafe canvas[y]
      let before = unsafe previous[y]
      for x in area.columns {
        let pixel = unsafe row[x]
        pixels.append(pixel)
        guard unsafe pixel != before[x] else {
          overlay.append(0)
          continue
        }
        // Blended over another pixel, a translucent one would mix with it.
        let isOpaque = pixel >> 24 == 255
        coversAll = coversAll && isOpaque
        overlay.append(pixel)
      }
    }
    self.pixels = pixels
    let isDifferent = overlay != pixels
    if coversAll, isDifferent {
      self.overlay = overlay
    }
  }

  /// The frame's position and duration without its pixels.
  var withoutPixels: AnimationFrame {
    var frame = self
    frame.pixels = []
    frame.overlay = nil
    return frame
  }

  /// Returns the content of the fcTL chunk, without disposal.
  func control(sequence: Int, ticksPerSecond: Int, isOverlay: Bool) -> [UInt8] {
    let numbers = [sequence, width, height, x, y].flatMap(PNGChunkList.bytes)
    // A fraction of two 16-bit numbers: a frame that stays longer than 65,535 ticks is cut short.
    let delay = PNGChunkList.bytes(of: min(ticks, 0xFFFF) << 16 | min(ticksPerSecond, 0xFFFF))
    // APNG_DISPOSE_OP_NONE, and APNG_BLEND_OP_OVER or APNG_BLEND_OP_SOURCE.
    let disposal: UInt8 = 0
    let blending: UInt8 = isOverlay ? 1 : 0
    return numbers + delay + [disposal, blending]
  }
}

/// The smallest rectangle that contains all differences of two canvases of one size.
private struct ChangedArea {
  let columns: ClosedRange<Int>
  let rows: ClosedRange<Int>

  /// Returns nil if the canvases are equal.
  init?(from previous: PixelRows, to canvas: PixelRows) {
    let width = unsafe canvas.width
    let changedRows = unsafe (0..<canvas.height).filter { y in
      (0..<width).contains { unsafe canvas[y][$0] != previous[y][$0] }
    }
    guard let top = changedRows.first, let bottom = changedRows.last else { return nil }
    var left = width
    var right = 0
    for y in changedRows {
      let row = unsafe canvas[y]
      let before = unsafe previous[y]
      // Only where a row could widen the rectangle: most changes of a moving picture are inside it.
      left = (0..<left).first { unsafe row[$0] != before[$0] } ?? left
      right = (right..<width).last { unsafe row[$0] != before[$0] } ?? right
    }
    columns = left...right
    rows = top...bottom
  }
}
