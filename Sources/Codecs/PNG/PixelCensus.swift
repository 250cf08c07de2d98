/// What one pass over a canvas finds: its colours, and the places where a row differs from the one above.
struct PixelCensus: ~Copyable {
  var colors = ColorTable()
  let changes: RowChanges
  /// False when there are more colours than a palette holds; then the rest was not looked at.
  let fitsPalette: Bool

  init(_ rows: PixelRows) {
    var colors = ColorTable()
    var changes = unsafe RowChanges(width: rows.width, height: rows.height)
    var fits = unsafe colors.note(rows[0][0])
    if fits {
      // Shifted by one pixel a row is its own row above: what equals its left neighbour is known.
      fits = unsafe Self.note(rows[0].from(1), above: rows[0], count: rows.width - 1, in: &colors)
    }
    var y = 1
    while unsafe fits && y < rows.height {
      fits = unsafe Self.noteRow(y, of: rows, in: &colors, changes: &changes)
      y += 1
    }
    self.colors = colors
    self.changes = changes
    fitsPalette = fits
  }

  private static func noteRow(
    _ y: Int, of rows: PixelRows, in colors: inout ColorTable, changes: inout RowChanges
  ) -> Bool {
    let (row, above) = unsafe (rows[y], rows[y - 1])
    // What stands at the edges counts as much as a row: as entry 0 it is one run with the filter byte, 0 too.
    guard unsafe colors.note(row[0], times: rows.width) else { return false }
    guard unsafe colors.note(row[rows.width - 1], times: rows.width) else { return false }
    var x = 0
    while unsafe x < rows.width {
      let count = unsafe min(pixelChunk, rows.width &- x)
      let same = unsafe count == pixelChunk && row.from(x).hasChunk(of: above.from(x))
      if !same {
        changes.mark(x: x, y: y)
        guard unsafe note(row.from(x), above: above.from(x), count: count, in: &colors) else {
          return false
        }
      }
      x &+= pixelChunk
    }
    return true
  }

  /// Notes the pixels that equal neither their left nor their upper neighbour.
  private static func note(
    _ pixels: PixelRow, above: PixelRow, count: Int, in colors: inout ColorTable
  ) -> Bool {
    guard count > 0 else { return true }
    var last = unsafe above[0]
    for x in 0..<count {
      let pixel = unsafe pixels[x]
      if unsafe pixel != last && pixel != above[x] {
        guard colors.note(pixel) else { return false }
      }
      last = pixel
    }
    return true
  }
}
