/// A first pass over all frames of an animation, to find their common colors.
// An animated PNG has one palette for all frames, which must be known before the first is written.
public struct AnimationSurvey: ~Copyable {
  let width, height: Int
  let pause: RowPause
  private var changes: AnimationChanges
  private var table = ColorTable()
  private var fitsTable = true
  private var trueColors = TrueColorStatistics()
  private var pixelCount = 0
  private var hasOverlays = false

  /// Creates a survey of frames of this size in pixels; throws if the size is too large, and later
  /// if `isStopped` returns true.
  public init(
    width: Int,
    height: Int,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(PNGFailure) {
    _ = try PNGEncoder.pixelCount(width: width, height: height, bytes: 0)
    let pause = RowPause(width: width, isStopped: isStopped)
    self.init(checkedWidth: width, height: height, pause: pause)
  }

  /// Stores checked sizes: Swift 6.2 aborts on an initializer that throws after default values.
  private init(checkedWidth width: Int, height: Int, pause: RowPause) {
    self.width = width
    self.height = height
    self.pause = pause
    changes = AnimationChanges(width: width, height: height)
  }

  /// Adds a canvas of premultiplied RGBA.
  public mutating func add(premultiplied pixels: borrowing RawSpan) throws(PNGFailure) {
    guard let frame = try changes.frame(of: pixels) else { return }
    pixelCount += frame.pixels.count
    hasOverlays = hasOverlays || frame.overlay != nil
    try unsafe frame.withRows(of: frame.pixels) { (rows) throws(PNGFailure) in
      if fitsTable {
        fitsTable = try unsafe table.count(rows, pause: pause)
      }
      try unsafe trueColors.add(rows, pause: pause)
    }
  }

  var colors: AnimationColors {
    guard fitsTable else { return AnimationColors(trueColors) }
    return AnimationColors(table, pixelCount: pixelCount, wantsOverlays: hasOverlays)
  }
}

/// The differences of the frames of an animation.
// Computed twice, in the survey and when frames are written, because keeping the frames would take the
// memory of all of them.
struct AnimationChanges {
  let width, height: Int
  var last: [UInt8] = []

  /// Returns the changed rectangle of a canvas, all of the first one; nil if nothing changed.
  mutating func frame(of pixels: borrowing RawSpan) throws(PNGFailure) -> AnimationFrame? {
    guard pixels.byteCount == width * height * 4 else {
      throw .wrongSize(width: width, height: height, bytes: pixels.byteCount)
    }
    let frame = unsafe pixels.withUnsafeBytes { now in
      unsafe last.withUnsafeBytes { before -> AnimationFrame? in
        guard let now = now.baseAddress else { return nil }
        let canvas = unsafe PixelRows(start: now, width: width, height: height)
        guard !last.isEmpty, let before = before.baseAddress else {
          return unsafe AnimationFrame(canvas)
        }
        return unsafe AnimationFrame(
          from: PixelRows(start: before, width: width, height: height),
          to: canvas
        )
      }
    }
    if frame != nil {
      last = unsafe pixels.withUnsafeBytes { unsafe Array($0) }
    }
    return frame
  }
}
