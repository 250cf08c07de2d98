/// A first pass over all frames of an animation, to find their common colors.
// An animated PNG has one palette for all frames, which must be known before the first is written.
public struct AnimationSurvey {
  fileprivate let size: PictureSize
  private var changes: AnimationChanges
  /// The colors of all frames; nil if there are more than a palette holds.
  fileprivate private(set) var colors: PictureColors? = PictureColors()
  private var isOpaque = true

  /// Creates a survey of frames of this size in pixels; throws if the size is too large, and later
  /// if `isStopped` returns true.
  public init(
    width: Int,
    height: Int,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(PNGFailure) {
    let bytes = width.multipliedReportingOverflow(by: height).partialValue &* 4
    try PNGEncoder.check(width: width, height: height, bytes: bytes)
    size = PictureSize(width: width, height: height, isStopped: isStopped)
    changes = AnimationChanges(size)
  }

  /// Adds a canvas of premultiplied RGBA.
  public mutating func add(premultiplied pixels: borrowing RawSpan) throws(PNGFailure) {
    guard let frame = try changes.frame(of: pixels) else { return }
    isOpaque = unsafe isOpaque && frame.pixels.span.bytes.isOpaque
    guard var table = colors.take() else { return }
    if try unsafe table.indices(of: frame.pixels.span.bytes, frame.size) != nil {
      colors = table
    }
  }

  fileprivate var layout: PNGLayout {
    if let colors { return .palette(colors.all) }
    return isOpaque ? .rgb : .rgba
  }
}

/// An animated PNG that loops forever: the first frame is a good still for viewers without
/// animation, each later one contains the rectangle that changes.
///
/// A survey has already seen all frames, so each is written immediately and none is kept.
public struct AnimatedPNG {
  private let framesPerSecond: Int
  private let file: PNGFile
  private let layout: PNGLayout
  private var colors: PictureColors?
  private var changes: AnimationChanges
  /// The image data of the first frame.
  private var still: [UInt8] = []
  /// The current frame, until another one ends it.
  private var shown: Shown?
  private var frameCount = 0
  private var sequence = 0
  /// The later frames, except the current one.
  private var laterFrames = PNGChunkList()
  private var firstControl: [UInt8] = []

  private struct Shown {
    var frame: AnimationFrame
    /// Empty for the first frame, which is the still.
    var data: [UInt8]
  }

  /// Creates an animation of the surveyed frames, to be added again in the same order.
  public init(
    _ survey: AnimationSurvey,
    pixelsPerPoint: Int,
    framesPerSecond: Int,
    text: [(key: String, value: String)]
  ) {
    self.framesPerSecond = max(1, framesPerSecond)
    changes = AnimationChanges(survey.size)
    colors = survey.colors
    layout = survey.layout
    file = PNGFile(survey.size, layout: layout, pixelsPerPoint: pixelsPerPoint, text: text)
  }

  /// Adds a canvas of premultiplied RGBA; one that equals the last only prolongs it.
  public mutating func add(premultiplied pixels: borrowing RawSpan) throws(PNGFailure) {
    guard let frame = try changes.frame(of: pixels) else {
      shown?.frame.ticks += 1
      return
    }
    endShown()
    frameCount += 1
    let data = try imageData(of: frame)
    if frameCount == 1 {
      still = data
      shown = Shown(frame: frame.withoutPixels, data: [])
    } else {
      shown = Shown(frame: frame.withoutPixels, data: data)
    }
  }

  /// Returns the file: a plain PNG if nothing changed, empty without a frame.
  public consuming func encoded() throws(PNGFailure) -> [UInt8] {
    guard frameCount > 0 else { return [] }
    endShown()
    guard frameCount > 1 else { return try file.encoded(imageData: still, animation: nil) }
    let animation = AnimationChunks(
      frameCount: frameCount,
      firstControl: firstControl,
      laterFrames: laterFrames
    )
    return try file.encoded(imageData: still, animation: animation)
  }

  /// Returns the compressed pixels of a frame.
  private mutating func imageData(of frame: AnimationFrame) throws(PNGFailure) -> [UInt8] {
    let pixels = frame.pixels
    let indices = try unsafe colors?.indices(of: pixels.span.bytes, frame.size)
    let picture = PNGFile(frame.size, layout: layout)
    let bytes = try unsafe picture.encoded(pixels.span.bytes, indices: indices)
    return PNGChunks.imageData(of: bytes)
  }

  private mutating func endShown() {
    guard let shown = shown.take() else { return }
    let control = shown.frame.control(sequence: sequence, ticksPerSecond: framesPerSecond)
    // The chunks of all frames share one sequence, by which readers check their order.
    sequence += 1
    if shown.data.isEmpty {
      // The data of the first frame is the picture itself.
      firstControl = control
    } else {
      laterFrames.append("fcTL", control)
      laterFrames.append("fdAT", PNGChunkList.bytes(of: sequence) + shown.data)
      sequence += 1
    }
  }
}

/// Everything about an animation except its first frame's pixels.
struct AnimationChunks {
  let frameCount: Int
  let firstControl: [UInt8]
  let laterFrames: PNGChunkList
}

/// The differences of the frames of an animation.
// Computed twice, in the survey and when frames are written, because keeping the frames would take the
// memory of all of them.
private struct AnimationChanges {
  private let size: PictureSize
  private var last: [UInt32] = []

  init(_ size: PictureSize) { self.size = size }

  /// Returns the changed rectangle of a canvas, all of the first one; nil if nothing changed.
  mutating func frame(of pixels: borrowing RawSpan) throws(PNGFailure) -> AnimationFrame? {
    let width = size.width
    let height = size.height
    guard pixels.byteCount == width * height * 4 else {
      throw .wrongSize(width: width, height: height, bytes: pixels.byteCount)
    }
    var canvas: [UInt32] = []
    canvas.reserveCapacity(width * height)
    for index in 0..<width * height {
      canvas.append(pixels.pixel(index))
    }
    let before = last
    last = canvas
    guard !before.isEmpty else {
      return AnimationFrame(x: 0, y: 0, size: size, pixels: canvas)
    }
    return AnimationFrame(from: before, to: canvas, size)
  }
}

/// The rectangle of an animation's frame that differs from the frame before, premultiplied.
private struct AnimationFrame {
  let x: Int
  let y: Int
  let size: PictureSize
  private(set) var pixels: [UInt32]
  /// The duration, in ticks of the animation's clock.
  var ticks = 1

  init(x: Int, y: Int, size: PictureSize, pixels: [UInt32]) {
    self.x = x
    self.y = y
    self.size = size
    self.pixels = pixels
  }

  /// Creates the smallest rectangle that contains all differences of two canvases of one size; nil if
  /// they are equal.
  init?(from previous: [UInt32], to canvas: [UInt32], _ size: PictureSize) {
    var left = Int.max
    var right = 0
    var top = Int.max
    var bottom = 0
    for index in canvas.indices where canvas[index] != previous[index] {
      let (y, x) = index.quotientAndRemainder(dividingBy: size.width)
      left = min(left, x)
      right = max(right, x)
      top = min(top, y)
      bottom = y
    }
    guard top < Int.max else { return nil }
    x = left
    y = top
    let width = right - left + 1
    self.size = PictureSize(width: width, height: bottom - top + 1, isStopped: size.isStopped)
    pixels = (top...bottom).flatMap { y in
      canvas[y * size.width + left...y * size.width + right]
    }
  }

  /// The frame's position and duration without its pixels.
  var withoutPixels: AnimationFrame {
    var frame = self
    frame.pixels = []
    return frame
  }

  /// Returns the content of the fcTL chunk, without disposal or blending.
  func control(sequence: Int, ticksPerSecond: Int) -> [UInt8] {
    let numbers = [sequence, size.width, size.height, x, y].flatMap(PNGChunkList.bytes)
    // A fraction of two 16-bit numbers: a frame that stays longer than 65,535 ticks is cut short.
    let delay = PNGChunkList.bytes(of: min(ticks, 0xFFFF) << 16 | min(ticksPerSecond, 0xFFFF))
    // APNG_DISPOSE_OP_NONE and APNG_BLEND_OP_SOURCE.
    return numbers + delay + [0, 0]
  }
}
