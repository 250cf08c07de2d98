/// A picture of at most 256 colours, a byte a pixel, row by row.
public struct IndexedPicture: Sendable, Hashable {
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// The colours that the indices stand for.
  public let colors: [Color]
  /// The colour of each pixel, row by row.
  public let indices: [UInt8]

  /// As many indices as there are pixels; an index beyond the colours stands for the last.
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
  /// Lays a picture over the canvas, its first pixel at `x` and `y`; pixels outside the canvas are
  /// left out.
  public mutating func lay(_ picture: IndexedPicture, x: Int, y: Int) {
    let columns = max(0, -x)..<max(max(0, -x), min(picture.width, width - x))
    let rows = max(0, -y)..<max(max(0, -y), min(picture.height, height - y))
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let mask = [UInt8](repeating: 255, count: columns.count)
    let colors = picture.colors.map(\.premultiplied)
    let last = colors.count - 1
    for row in rows {
      if row & 63 == 63, isStopped() { return }
      let start = row * picture.width
      let paint = picture.indices[start + columns.lowerBound..<start + columns.upperBound]
        .map { colors[min(Int($0), last)] }
      RowKernels.blend(
        paint, through: mask, from: 0, paintFrom: 0, count: paint.count, onto: &pixels,
        at: (y + row) * width + x + columns.lowerBound)
    }
  }
}
