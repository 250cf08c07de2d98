/// A picture of at most 256 colors, one byte per pixel, row by row.
// Spectra are drawn as these: their levels are bytes already, and colors would take four times the
// memory.
public struct IndexedPicture: Sendable, Hashable {
  /// The size in pixels.
  public let width, height: Int
  /// The palette.
  public let colors: [Color]
  /// The color index of each pixel, row by row.
  public let indices: [UInt8]

  /// Creates a picture from one index per pixel; indices out of range mean the last color.
  public init(width: Int, height: Int, colors: [Color], indices: [UInt8]) {
    precondition(width >= 0 && height >= 0 && indices.count == width * height)
    precondition(!colors.isEmpty)
    self.width = width
    self.height = height
    self.colors = colors
    self.indices = indices
  }
}

extension Canvas {
  /// Draws a picture with its upper left corner at `x` and `y`, skipping pixels outside the canvas.
  public mutating func lay(_ picture: IndexedPicture, x: Int, y: Int) {
    let columns = Self.visible(picture.width, from: x, within: width)
    let rows = Self.visible(picture.height, from: y, within: height)
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let mask = [UInt8](repeating: 255, count: columns.count)
    let colors = picture.colors.map(\.premultiplied)
    let last = colors.count - 1
    for row in rows {
      // A look every 64 rows: 64 rows of the widest picture are some four million pixels, a few
      // milliseconds.
      if row & 63 == 63, isStopped() { return }
      let start = row * picture.width
      let first = start + columns.lowerBound
      let indices = picture.indices[first..<first + columns.count]
      let paint = indices.map { index in colors[min(Int(index), last)] }
      RowKernels.blend(
        paint[...],
        through: mask[...],
        onto: &pixels,
        at: (y + row) * width + x + columns.lowerBound
      )
    }
  }

  /// Returns the part of a side of a picture that is on a canvas, if the picture begins at `start`.
  private static func visible(_ length: Int, from start: Int, within side: Int) -> Range<Int> {
    let first = max(0, -start)
    let end = min(length, side - start)
    return first..<max(first, end)
  }
}
