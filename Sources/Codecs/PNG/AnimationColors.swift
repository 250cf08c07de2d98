/// The colour type and palette that all frames of an animation share.
struct AnimationColors {
  private let layout: PNGLayout
  /// Of a palette or of greys, in the order in which they were found; empty in true colour.
  private let colors: [UInt32]
  /// Whether nothing at all can be spelt, as overlays need.
  let allowOverlays: Bool

  init(_ frames: [AnimationFrame]) {
    var table = ColorTable()
    var fitsPalette = true
    for frame in frames where fitsPalette {
      fitsPalette = unsafe frame.withRows(of: frame.pixels) { unsafe table.note($0) != nil }
    }
    guard fitsPalette else {
      var trueColors = TrueColorCensus()
      for frame in frames {
        unsafe frame.withRows(of: frame.pixels) { unsafe trueColors.add($0) }
      }
      (layout, colors, allowOverlays) = (PNGLayout(trueColors), [], !trueColors.isOpaque)
      return
    }
    let pixelCount = frames.reduce(0) { $0 + $1.pixels.count / 4 }
    var layout = PNGLayout(colors: table, pixelCount: pixelCount)
    // Greys without a palette have no place for nothing, and a full palette has none left.
    allowOverlays =
      layout.palette != nil && frames.contains { $0.overlay != nil } && table.note(0)
    if allowOverlays { layout = PNGLayout(colors: table, pixelCount: pixelCount) }
    self.layout = layout
    colors = table.colors
  }

  /// The file of a frame alone.
  func encode(
    _ frame: AnimationFrame, _ header: PNGHeader, overlay: [UInt8]? = nil
  ) throws(PNGFailure) -> [UInt8] {
    try unsafe frame.withRows(of: overlay ?? frame.pixels) { (rows) throws(PNGFailure) -> [UInt8] in
      var table = ColorTable()
      guard !colors.isEmpty, table.note(colors), let changes = unsafe table.note(rows) else {
        return try unsafe PNGEncoder.encode(rows, header, layout)
      }
      return try unsafe PNGEncoder.encode(rows, header, layout, table, changes)
    }
  }
}

extension AnimationFrame {
  fileprivate func withRows<Result, Failure: Error>(
    of pixels: [UInt8], _ body: (PixelRows) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe pixels.withUnsafeBufferPointer { (bytes) throws(Failure) -> Result in
      // An array of at least one pixel has an address.
      guard let start = bytes.baseAddress else { preconditionFailure() }
      return try unsafe body(
        PixelRows(start: UnsafeRawPointer(start), width: width, height: height))
    }
  }
}
