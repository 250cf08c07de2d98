import Raster

/// The lines and labels around a plot.
struct AxesLayer {
  /// A side of the plot.
  enum Side {
    case left
    case right
  }

  private let ink: Color
  private let scale: Double
  private let margins: AxesMargins
  private let plot: WaveformScene.Frame
  private let canvas: WaveformScene.Frame
  private var lines: [RoundedRectangle] = []
  private var labels: [Mark] = []
  /// The areas covered by labels.
  private var labelBoxes: [ClipRectangle] = []

  init(in ink: Color, around layout: PlotLayout, margins: AxesMargins, scale: Double) {
    self.ink = ink
    self.scale = scale
    self.margins = margins
    plot = layout.frame
    canvas = layout.canvas
  }

  var marks: [Mark] {
    // Lines are fainter than the text, which is thinner.
    let faint = Paint.color(ink.faded(to: 0.5))
    return [.shape(.bars(lines), in: faint)] + labels
  }

  /// The size of labels, in pixels.
  private var size: Double { margins.fontSize * scale }

  /// The smallest vertical distance between two labels, in pixels.
  // Capitals are 0.7 of the size high: half of that is left between two labels. By eye.
  private var minimumDistance: Double { 1.2 * size }

  /// Adds a height axis on the left of each lane.
  mutating func addHeights(of plot: Plot, unit: String) {
    let levels = plot.levels
    for index in levels.lanes.indices {
      let scene = plot.lane(index)
      let frame = scene.frame
      let axis = plot.renderer.heightAxis(in: scene)
      let length = axis.zero - axis.full
      let distance = minimumDistance / length
      // A mirrored axis has labels below the middle too, which must not touch those above.
      let lowest =
        if axis.isMirrored {
          distance / 2
        } else {
          0.0
        }
      let ticks = levels.scale?.ticks(apart: distance, above: lowest) ?? []
      let upper = ticks.map { tick in
        let row = axis.zero - tick.position * length - frame.y
        return (row: Self.pixel(row, in: frame.height), label: tick.label)
      }
      var rows = upper
      if axis.isMirrored {
        // Mirrored as pixels, so that both lines are equally far from the middle.
        rows += upper.map { tick in
          (row: frame.height - 1 - tick.row, label: tick.label)
        }
      }
      addAxis(beside: frame, on: .left, ticks: rows)
    }

    if levels.scale != nil {
      addUnit(unit, on: .left)
    }
  }

  /// Adds frequencies on the left; `showsEnds` labels the lowest and the highest too.
  mutating func addPitches(_ pitches: PitchScale?, showsEnds: Bool) {
    let distance = minimumDistance / plot.height
    let ticks = pitches?.ticks(apart: distance, showsEnds: showsEnds) ?? []
    addAxis(beside: plot, on: .left, ticks: rows(ticks, in: plot))
    addUnit("Hz", on: .left)
  }

  mutating func addPitchesBelow(_ pitches: PitchScale?) {
    // The widest label, and space of most of a letter.
    let widest = Lettering("500 Hz", size: margins.fontSize).width + 0.8 * margins.fontSize
    let ticks = pitches?.ticks(apart: widest * scale / plot.width) ?? []

    // With the unit in each label: below the plot there is no room for one of its own.
    let labelled = ticks.map { tick in
      let isLarge = tick.label.last == "k"
      let label =
        if isLarge {
          "\(tick.label.dropLast()) kHz"
        } else {
          "\(tick.label) Hz"
        }
      return AxisTick(position: tick.position, label: label)
    }
    addBelow(labelled)
  }

  /// Adds the color scale on the right, from the last color at the top to the first at the bottom,
  /// and its levels.
  mutating func addColors(_ colors: [Color], of levels: HeightScale?) {
    let frame = WaveformScene.Frame(
      x: plot.x + plot.width + AxesMargins.colorGap * scale,
      y: plot.y,
      width: AxesMargins.colors * scale,
      height: plot.height
    )
    let width = Int(frame.width)
    let height = Int(frame.height)
    let indices = (0..<height).flatMap { row in
      let color = (height - 1 - row) * colors.count / height
      return [UInt8](repeating: UInt8(color), count: width)
    }
    let picture = IndexedPicture(width: width, height: height, colors: colors, indices: indices)
    labels.append(.pixels(picture, x: Int(frame.x), y: Int(frame.y)))
    let ticks = levels?.ticks(apart: minimumDistance / frame.height) ?? []
    addAxis(beside: frame, on: .right, ticks: rows(ticks, in: frame))
    if levels != nil {
      addUnit("dB", on: .right)
    }
  }

  private func rows(
    _ ticks: [AxisTick],
    in frame: WaveformScene.Frame
  ) -> [(row: Double, label: String)] {
    ticks.map { tick in
      let row = (1 - tick.position) * frame.height
      return (row: Self.pixel(row, in: frame.height), label: tick.label)
    }
  }

  /// Adds the line below the plot, with ticks from left to right.
  mutating func addBelow(_ ticks: [AxisTick]) {
    let line = AxesMargins.line * scale
    let bottom = plot.y + plot.height
    addLine(x: plot.x - line, y: bottom, width: plot.width + line, height: line)
    for tick in ticks {
      let pixel = Self.pixel(tick.position * plot.width, in: plot.width)
      let x = plot.x + start(ofLineAt: pixel, in: plot.width)
      let length =
        if tick.label.isEmpty {
          AxesMargins.minorTick
        } else {
          AxesMargins.tick
        }
      addLine(x: x, y: bottom + line, width: line, height: length * scale)
      let top = bottom + line + (AxesMargins.tick + AxesMargins.gap) * scale
      // The baseline is the height of a capital, 0.7 of the size, below the gap.
      add(tick.label, leftOf: x + line / 2, share: 0.5, above: top + 0.7 * size)
    }
  }

  /// Adds a vertical axis beside the plot, with ticks at rows counted from its top.
  private mutating func addAxis(
    beside frame: WaveformScene.Frame,
    on side: Side,
    ticks: [(row: Double, label: String)]
  ) {
    let line = AxesMargins.line * scale
    let length = AxesMargins.tick * scale
    let away = length + AxesMargins.gap * scale
    let x: Double
    let tickX: Double
    let labelX: Double

    // The share of a label that is left of its position.
    let share: Double
    switch side {
    case .left:
      x = frame.x - line
      tickX = x - length
      labelX = x - away
      share = 1
    case .right:
      x = frame.x + frame.width
      tickX = x + line
      labelX = x + line + away
      share = 0
    }
    addLine(x: x, y: frame.y, width: line, height: frame.height)
    for tick in ticks {
      let y = frame.y + start(ofLineAt: tick.row, in: frame.height)
      addLine(x: tickX, y: y, width: length, height: line)
      // The middle of a capital is beside the middle of the tick.
      add(tick.label, leftOf: labelX, share: share, above: y + line / 2 + 0.35 * size)
    }
  }

  private mutating func addUnit(_ unit: String, on side: Side) {
    let edge = AxesMargins.edge * scale
    let baseline = edge + 0.75 * size
    switch side {
    case .left: add(unit, leftOf: edge, share: 0, above: baseline)
    case .right: add(unit, leftOf: canvas.width - edge, share: 1, above: baseline)
    }
  }

  /// Returns the pixel that contains a position.
  static func pixel(_ position: Double, in length: Double) -> Double {
    // Tolerates rounding errors just below a pixel.
    (position + 1e-3).rounded(.down).clamped(min: 0, max: length - 1)
  }

  /// Returns the start of a line that contains a pixel and lies within the axis.
  private func start(ofLineAt pixel: Double, in length: Double) -> Double {
    // A line of three pixels is centered on the pixel of its tick.
    let before = ((scale - 1) / 2).rounded(.down)
    return (pixel - before).clamped(min: 0, max: length - AxesMargins.line * scale)
  }

  private mutating func addLine(x: Double, y: Double, width: Double, height: Double) {
    lines.append(RoundedRectangle(x: x, y: y, width: width, height: height))
  }

  /// Adds a label above `y`, with the given share of its width left of `x`; omits it if it would be
  /// cut off or overlap another label.
  private mutating func add(_ text: String, leftOf x: Double, share: Double, above y: Double) {
    guard margins.hasLabels, !text.isEmpty else { return }
    let lettering = Lettering(text, size: size)
    // The lowest stroke runs through the middle of a row of pixels.
    let left = x - share * lettering.width
    let start = Point(x: left.rounded(), y: y.rounded(.down) + 0.5)
    let box = ClipRectangle(
      left: start.x,
      top: start.y - 0.7 * lettering.size - lettering.pen / 2,
      right: start.x + lettering.width,
      bottom: start.y + lettering.pen / 2
    )
    let isWithinWidth = box.left >= 0 && box.right <= canvas.width
    let isWithinHeight = box.top >= 0 && box.bottom <= canvas.height
    let isWithinPicture = isWithinWidth && isWithinHeight
    let overlapsLabel = labelBoxes.contains { $0.overlaps(box) }
    guard isWithinPicture, !overlapsLabel else { return }
    labelBoxes.append(box)
    var outline = Outline()
    for letter in lettering.outlines(at: start) {
      outline.add(letter)
    }
    // As outlines in SVG too, whose fonts nobody knows: a wider one would overlap the next label.
    labels.append(.shape(.outline(outline), in: .color(ink)))
  }
}

extension ClipRectangle {
  fileprivate func overlaps(_ other: ClipRectangle) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }
}
