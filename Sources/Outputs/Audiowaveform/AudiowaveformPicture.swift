import Codecs
package import Raster
import Waveform

/// A picture in the style of audiowaveform.
package struct AudiowaveformPicture: Output {
  package static let format = OutputFormat.png

  let look: AudiowaveformLook

  package init(_ look: AudiowaveformLook) { self.look = look }

  // No scan makes it: only the command that stands in for audiowaveform does, which proves by
  // `AudiowaveformFile` that it may replace a file.
  package static func asked(by request: OutputRequest) -> [AudiowaveformPicture] { [] }

  package static func mark(ofFileBeginning start: [UInt8]) -> OutputMark { .no }

  package func write(
    _ recording: OutputSource,
    to sink: ByteSink
  ) throws(OutputFailure) -> PictureFacts? {
    let drawing = try drawing(of: try recording.zoomed(), isStopped: recording.isStopped)
    let text = [(key: "Software", value: Generator.name)]
    let bytes = try OutputFailure.orImpossible { try recording.png(of: drawing, text: text) }
    try sink(bytes)
    return nil
  }

  func drawing(of points: MeasuredPoints, isStopped: () -> Bool) throws(OutputFailure) -> Drawing {
    var drawing = Drawing(
      width: look.width,
      height: look.height,
      background: .color(look.background)
    )
    let inset = look.hasBorder ? 1 : 0

    // Without bars each point is a column of a pixel.
    let period = look.bars.map { $0.width + $0.gap } ?? 1
    let room = look.width - 2 * inset
    let count = max(1, (room + period - 1) / period)
    let pointsPerColumn = look.isWhole ? nil : period
    let columns = try PointColumns(
      points,
      count: count,
      pointsPerColumn: pointsPerColumn,
      isStopped: isStopped
    )
    let scale = factor(columns)

    // Channels are below each other, each in an equal share of the height.
    let height = Double(look.height - 2 * inset) / Double(points.lanes)
    for lane in 0..<points.lanes {
      let top = Double(inset) + height * Double(lane)
      // Columns after the last point have no extremes.
      let filled = columns.extremes.filter { !$0.isEmpty }
      let shown = filled.map { lanes in lanes[lane] }
      let bars = shown.enumerated().map { column, extremes in
        bar(
          at: column * period + inset,
          from: extremes,
          times: scale,
          top: top,
          height: height
        )
      }
      let color = look.waveform[lane % look.waveform.count]
      drawing.marks.append(.shape(.bars(bars), in: .color(color)))
    }

    if look.hasBorder {
      drawing.marks.append(frame)
    }
    return drawing
  }

  private func factor(_ columns: PointColumns) -> Double {
    switch look.amplitude {
    case nil: 1
    case .factor(let factor): factor
    // By the larger magnitude, where audiowaveform takes the lowest value and cuts a larger peak off.
    case .full: 32768 / max(1, Double(columns.largest))
    }
  }

  /// Returns a bar from the lowest value to the highest, at least one pixel high.
  private func bar(
    at x: Int,
    from extremes: PointColumns.Extremes,
    times scale: Double,
    top: Double,
    height: Double
  ) -> RoundedRectangle {
    func y(of value: Int16) -> Double {
      let level = max(-1, min(1, Double(value) * scale / 32768))
      return top + height * (1 - level) / 2
    }
    let high = y(of: extremes.highest)
    let low = y(of: extremes.lowest)

    // Silence is a line of one pixel, as in audiowaveform.
    let missing = max(0, min(1, height) - (low - high)) / 2
    // A pixel on the right, if there is a frame.
    let border = look.hasBorder ? 1 : 0
    let room = Double(look.width - border - x)

    // The last bar is cut where the frame begins.
    let width = min(Double(look.bars?.width ?? 1), room)
    let y = max(top, min(high - missing, top + height - 1))
    let isRounded = look.bars?.isRounded ?? false
    let cornerRadius = isRounded ? width / 2 : 0
    return RoundedRectangle(
      x: Double(x),
      y: y,
      width: width,
      height: low - high + 2 * missing,
      cornerRadius: cornerRadius
    )
  }

  /// A border of one pixel.
  private var frame: Mark {
    let width = Double(look.width)
    let height = Double(look.height)
    let edges = [
      RoundedRectangle(x: 0, y: 0, width: width, height: 1),
      RoundedRectangle(x: 0, y: height - 1, width: width, height: 1),
      RoundedRectangle(x: 0, y: 1, width: 1, height: height - 2),
      RoundedRectangle(x: width - 1, y: 1, width: 1, height: height - 2),
    ]
    return .shape(.bars(edges), in: .color(look.border))
  }
}

/// The look of a picture in the style of audiowaveform: one column per point, or wide bars.
// Sizes and colors are the defaults of audiowaveform 1.10, whose calls must give the same picture
// here.
package struct AudiowaveformLook: Sendable, Equatable {
  /// The dimensions of bars, drawn instead of columns, in pixels.
  package struct Bars: Sendable, Equatable {
    package var width = 8
    package var gap = 4
    package var isRounded = false

    package init() {}
  }

  package enum Amplitude: Sendable, Equatable {
    case factor(Double)
    /// Scales the largest magnitude to the full height.
    case full
  }

  /// The size, in pixels.
  package var width = 800
  package var height = 250
  package var background = Color(red: 214, green: 214, blue: 214)
  package var border = Color(red: 0, green: 0, blue: 0)
  /// The colors, used in turn for the channels.
  package var waveform = [Color(red: 63, green: 77, blue: 155)]
  /// Whether a border is drawn, in place of audiowaveform's axes.
  package var hasBorder = true
  package var bars: Bars?
  package var amplitude: Amplitude?
  /// Whether the recording fills the whole width, regardless of the number of points.
  package var isWhole = false

  package init() {}

  /// Uses the colors of `--colors audition`.
  package mutating func setAuditionColors() {
    background = Color(red: 0, green: 63, blue: 34)
    border = Color(red: 157, green: 157, blue: 157)
    waveform = [Color(red: 134, green: 252, blue: 199)]
  }
}
