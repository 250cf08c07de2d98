/// An animated PNG that loops forever: the first frame is a good still for viewers without
/// animation, each later one contains the rectangle that changes.
///
/// A survey has already seen all frames, so each is written immediately and none is kept.
public struct AnimatedPNG {
  private let framesPerSecond: Int
  private let file: PNGFile
  private let colors: AnimationColors
  private let pause: RowPause
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
    var isOverlay: Bool
  }

  /// Creates an animation of the surveyed frames, to be added again in the same order.
  public init(
    _ survey: borrowing AnimationSurvey,
    pixelsPerPoint: Int,
    framesPerSecond: Int,
    text: [(key: String, value: String)]
  ) {
    self.framesPerSecond = max(1, framesPerSecond)
    changes = AnimationChanges(width: survey.width, height: survey.height)
    colors = survey.colors
    pause = survey.pause
    file = PNGFile(
      width: survey.width,
      height: survey.height,
      pixelsPerPoint: pixelsPerPoint,
      layout: survey.colors.layout,
      text: text
    )
  }

  /// Adds a canvas of premultiplied RGBA; one that equals the last only prolongs it.
  public mutating func add(premultiplied pixels: borrowing RawSpan) throws(PNGFailure) {
    guard let frame = try changes.frame(of: pixels) else {
      shown?.frame.ticks += 1
      return
    }
    endShown()
    frameCount += 1
    if frameCount == 1 {
      still = try colors.imageData(of: frame, isFirst: true, pause: pause)
      shown = Shown(frame: frame.withoutPixels, data: [], isOverlay: false)
    } else {
      shown = try change(frame)
    }
  }

  /// Returns the file: a plain PNG if nothing changed, empty without a frame.
  public consuming func encoded() throws(PNGFailure) -> [UInt8] {
    guard frameCount > 0 else { return [] }
    endShown()
    guard frameCount > 1 else { return try file.encoded(imageData: still) }
    let animation = AnimationChunks(
      frameCount: frameCount,
      firstControl: firstControl,
      laterFrames: laterFrames
    )
    return try file.encoded(imageData: still, animation: animation)
  }

  private func change(_ frame: AnimationFrame) throws(PNGFailure) -> Shown {
    let data = try colors.imageData(of: frame, pause: pause)
    let plain = Shown(frame: frame.withoutPixels, data: data, isOverlay: false)
    guard colors.allowOverlays, let overlay = frame.overlay else { return plain }
    // Which of the two is smaller is known only when both are compressed.
    let overlaid = try colors.imageData(of: frame, overlay: overlay, pause: pause)
    guard overlaid.count < data.count else { return plain }
    return Shown(frame: frame.withoutPixels, data: overlaid, isOverlay: true)
  }

  private mutating func endShown() {
    guard let shown else { return }
    self.shown = nil
    let control = shown.frame.control(
      sequence: sequence,
      ticksPerSecond: framesPerSecond,
      isOverlay: shown.isOverlay
    )
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
