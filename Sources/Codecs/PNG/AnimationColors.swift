/// The color type and palette that all frames of an animation share.
struct AnimationColors {
  let layout: PNGLayout
  /// The colors of a palette or the greys, in order of appearance; empty in true color.
  private let colors: [UInt32]
  /// Whether transparent pixels can be encoded, as overlays need.
  let allowOverlays: Bool

  init(_ census: TrueColorStatistics) {
    layout = PNGLayout(census)
    colors = []
    allowOverlays = !census.isOpaque
  }

  init(_ table: borrowing ColorTable, pixelCount: Int, wantsOverlays: Bool) {
    var layout = PNGLayout(colors: table, pixelCount: pixelCount)
    var colors = table.colors
    // Greys without a palette cannot encode transparency, and a full palette has no entry left.
    var wider = ColorTable()
    let hasPalette = layout.palette != nil
    allowOverlays = hasPalette && wantsOverlays && wider.count(colors) && wider.count(0)
    if allowOverlays {
      layout = PNGLayout(colors: wider, pixelCount: pixelCount)
      colors = wider.colors
    }
    self.layout = layout
    self.colors = colors
  }

  /// Returns the compressed pixels of a frame, or of its overlay; the first frame is compressed like a
  /// still.
  func imageData(
    of frame: AnimationFrame,
    overlay: [UInt32]? = nil,
    isFirst: Bool = false,
    pause: RowPause
  ) throws(PNGFailure) -> [UInt8] {
    let file = PNGFile(
      width: frame.width,
      height: frame.height,
      pixelsPerPoint: 1,
      layout: layout,
      text: []
    )
    let bytes = try unsafe frame.withRows(of: overlay ?? frame.pixels) {
      (rows) throws(PNGFailure) -> [UInt8] in
      var table = ColorTable()
      // The common colors first, so that their order, and with it each entry, is that of the palette.
      guard !colors.isEmpty, table.count(colors), try unsafe table.count(rows, pause: pause) else {
        return try unsafe file.encoded(rows, pause: pause)
      }
      let lookup = ColorLookup(table.colors, entries: layout.entries(of: table.colors))
      let compression =
        if isFirst {
          unsafe PNGCompression.ofIndices(rows)
        } else {
          PNGCompression.frames
        }
      return try unsafe file.encoded(rows, by: lookup, compression: compression, pause: pause)
    }
    return PNGChunks.imageData(of: bytes)
  }
}

extension AnimationFrame {
  func withRows<Result, Failure: Error>(
    of pixels: [UInt32],
    _ body: (PixelRows) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe pixels.withUnsafeBufferPointer { (bytes) throws(Failure) -> Result in
      // A non-empty array has an address.
      guard let start = bytes.baseAddress else { preconditionFailure() }
      return try unsafe body(
        PixelRows(start: UnsafeRawPointer(start), width: width, height: height)
      )
    }
  }
}
