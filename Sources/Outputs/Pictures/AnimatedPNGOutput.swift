import Codecs
import Raster
import Thumbnails

/// An animation in one style and at one scale.
struct AnimatedPNGOutput: PictureOutput {
  static let format = OutputFormat.png

  let style: WaveformStyle
  let scale: Int
  let timing: AnimationTiming

  static func asked(by request: OutputRequest) -> [AnimatedPNGOutput] {
    guard request.formats.contains(format), let timing = request.animation else { return [] }
    // The options allow no album art with it, which would be most of each frame.
    return request.styles.flatMap { style in
      request.scales.map { AnimatedPNGOutput(style: style, scale: $0, timing: timing) }
    }
  }

  static func mark(ofFileBeginning start: [UInt8]) -> OutputMark {
    PNGOutput.mark(ofFileBeginning: start)
  }

  /// The suffix differs from that of a still, so that an animation never replaces one.
  var suffix: String {
    PictureName.suffix(for: style, mark: "-animated", scale: scale, in: Self.format)
  }

  func write(_ recording: OutputSource, to sink: ByteSink) throws(OutputFailure) -> PictureFacts? {
    let (first, bytes) = try OutputFailure.orImpossible { try encoded(recording) }
    try sink(bytes)
    return PictureFacts(
      format: Self.format,
      style: style.rawValue,
      scale: scale,
      width: first.drawing.width,
      height: first.drawing.height,
      gamma: first.gamma,
      animation: timing
    )
  }

  /// Draws every frame twice, first to collect its colors, then to write it: cheaper than keeping
  /// all frames.
  // A frame of 598x120 is 287 KB of pixels, and a loop of ten seconds has 200.
  private func encoded(
    _ recording: OutputSource
  ) throws -> (first: ThumbnailPicture, bytes: [UInt8]) {
    let animation = ThumbnailAnimation(
      recording.measurement,
      style: style,
      look: recording.look,
      scale: scale,
      timing: timing
    )

    // For the size, and for the facts; it is drawn again below, with all the others.
    let first = try animation.frame(0)
    var survey = try AnimationSurvey(
      width: first.drawing.width,
      height: first.drawing.height,
      isStopped: recording.isStopped
    )
    for index in 0..<animation.frameCount {
      let canvas = try recording.canvas(of: try animation.frame(index).drawing)
      try canvas.withBytes { (pixels) throws(PNGFailure) in
        try survey.add(premultiplied: pixels)
      }
    }
    var file = AnimatedPNG(
      survey,
      pixelsPerPoint: scale,
      framesPerSecond: timing.framesPerSecond,
      text: recording.pictureText
    )
    for index in 0..<animation.frameCount {
      let canvas = try recording.canvas(of: try animation.frame(index).drawing)
      try canvas.withBytes { (pixels) throws(PNGFailure) in
        try file.add(premultiplied: pixels)
      }
    }
    // The facts are those of the first frame, which is also what viewers without animation show.
    return (first, try file.encoded())
  }
}
