import Glibc
import Raster
import Testing
import Waveform
import WavethumbBytes

@testable import Thumbnails

private let stylesAcross = WaveformStyle.allCases.filter(\.runsAcross)
private let night = Color(red: 0x14, green: 0x16, blue: 0x1c)

/// Returns a stereo recording of six seconds with a pitch in each channel.
private func recording() -> WaveformMeasurement {
  var measurement = stereo()
  // Any levels will do that differ from row to row and from column to column.
  let bands = (0..<64 * 32).map { UInt8($0 * 7 % 251) }
  measurement.spectrum = WaveformSpectrum(levels: bands) ?? WaveformSpectrum()
  let bins = (0..<40 * Spectrogram.binCount(window: 1024)).map { UInt8($0 * 3 % 256) }
  measurement.spectrogram = Spectrogram(sampleRate: 44_100, levels: bins)
  return measurement
}

private func look(
  width: Int,
  height: Int,
  on ground: Color? = nil,
  start: Double = 0,
  axes: Bool = true
) -> ThumbnailLook {
  var look = ThumbnailLook(width: width, height: height)
  look.colors.background = ground.map { .color($0) }
  look.axes = axes ? ThumbnailAxes(start: start) : nil
  return look
}

/// Returns a mono recording of square waves of 1.2 seconds, one per level in dBFS.
private func squareWaves(decibels: [Double]) -> WaveformMeasurement {
  let samples = decibels.flatMap { level in
    let amplitude = Float(pow(10, level / 20))
    return (0..<9600).map { frame in
      frame % 2 == 0 ? amplitude : -amplitude
    }
  }
  return measurement(of: samples)
}

extension AxesMargins {
  /// The margins of a picture of this look.
  fileprivate init(of look: ThumbnailLook, _ content: WaveformContent) throws {
    self.init(around: try #require(look.size), content)
  }
}

@Suite struct AxesTests {
  /// Returns a look with all that is drawn in the plot, and without axes.
  private func crowdedLook(_ size: ThumbnailSize) -> ThumbnailLook {
    var crowded = look(width: size.width, height: size.height, axes: false)
    crowded.markers.all = [
      WaveformMarker(time: 2, duration: 1, label: "A"),
      WaveformMarker(time: 5),
    ]
    crowded.playhead = 0.4
    crowded.clipping = white
    crowded.overlays = [ThumbnailOverlay(stereo())]
    return crowded
  }

  @Test(arguments: stylesAcross, [1, 2, 3])
  func `the plot keeps its size and its pixels`(style: WaveformStyle, scale: Int) throws {
    for size in [ThumbnailSize(width: 120, height: 60), ThumbnailSize(width: 200, height: 80)] {
      var look = crowdedLook(size)
      let plot = try draw(recording(), style, look: look, scale: scale)
      look.axes = ThumbnailAxes()
      let whole = try draw(recording(), style, look: look, scale: scale)

      let margins = AxesMargins(around: size, style.content)
      #expect(whole.width == plot.width + (margins.left + margins.right) * scale)
      #expect(whole.height == plot.height + (margins.top + margins.bottom) * scale)
      let left = margins.left * scale
      let top = margins.top * scale
      for row in 0..<plot.height {
        let isSame = (0..<plot.width).allSatisfy { column in
          let pixel = whole.pixel(x: left + column, y: top + row)
          // Farther to the right, sums of lengths round differently.
          return pixel.isNear(plot.pixel(x: column, y: row))
        }
        guard isSame else {
          Issue.record("\(style) differs at row \(row)")
          break
        }
      }
    }
  }

  @Test(arguments: WaveformScaling.Curve.allCases, WaveformScaling.Normalize.allCases)
  func `a level has its tick in the row of the upper end of its bar`(
    curve: WaveformScaling.Curve,
    normalize: WaveformScaling.Normalize
  ) throws {
    let levels = [0.0, -6, -12, -20, -24, -30, -36, -40]
    var look = look(width: 200, height: 400)
    look.scaling = WaveformScaling(normalize: normalize, curve: curve)
    look.bars = levels.count
    look.geometry.spacing = 0
    look.geometry.cornerRadius = 0
    for style in [WaveformStyle.bars, .mirroredBars] {
      let canvas = try draw(squareWaves(decibels: levels), style, look: look)
      let margins = try AxesMargins(of: look, .time)
      let rows = margins.top..<margins.top + 400
      let ticks = rows.filter { canvas.alpha(x: margins.left - 3, y: $0) > 0 }
      // Eight bars of 25 points; each is looked at in its middle.
      let tops = levels.indices.compactMap { bar in
        let middle = margins.left + bar * 25 + 12
        return rows.first { canvas.alpha(x: middle, y: $0) > 0 }
      }

      // Some ticks have no room for a label; the drawn ones are exact.
      let exact = tops.filter { ticks.contains($0) }
      #expect(exact.count >= 3, "\(style): ticks at \(ticks), bars from \(tops)")
      for (top, level) in zip(tops, levels) where [0, -12, -24].contains(level) {
        // Another tick may be so near that there is no room.
        #expect(ticks.contains { abs($0 - top) < 14 }, "\(style): \(level) dB")
      }
      if style == .mirroredBars {
        let fromTop = ticks.map { $0 - margins.top }
        let fromBottom = fromTop.map { 399 - $0 }
        #expect(fromTop == fromBottom.sorted())
      }
    }
  }

  @Test func `a time has its tick in the column in which its sound begins`() throws {
    // Silence except for the third of five sections.
    let sound = squareWaves(decibels: [-200, -200, 0, -200, -200])
    #expect(sound.mix.duration == 6)

    var look = look(width: 500, height: 100)
    look.bars = 500
    look.geometry.spacing = 0
    look.geometry.cornerRadius = 0
    for scale in 1...3 {
      let canvas = try draw(sound, .bars, look: look, scale: scale)
      let margins = try AxesMargins(of: look, .time)
      let left = margins.left * scale
      let middle = (margins.top + 50) * scale
      let below = (margins.top + 100 + 4) * scale
      let columns = 0..<500 * scale
      let inked = columns.filter { canvas.alpha(x: left + $0, y: middle) > 127 }
      let ticks = columns.filter { canvas.alpha(x: left + $0, y: below) > 0 }
      #expect(inked.first == 200 * scale)
      #expect(inked.last == 300 * scale - 1)

      // A tick every half second, one point wide, the last of which is still in the picture.
      let columnsPerHalf = 500.0 * Double(scale) / 12
      for half in 0...12 {
        let exact = Double(half) * columnsPerHalf
        let column = min(Int(exact + 1e-9), columns.upperBound - 1)
        #expect(ticks.contains(column), "\(half) half seconds at \(scale)")
      }
      #expect(ticks.count == 13 * scale)
    }
  }

  @Test(arguments: FrequencyAxis.allCases)
  func `a pitch has its tick in the row of its tone`(axis: FrequencyAxis) throws {
    // Bins of 50 Hz.
    let tones = axis == .linear ? [40, 80, 200] : [20, 40, 100, 200]
    let sampleRate = 50 * 1024
    for bin in tones {
      let hertz = Double(bin) * 50
      var levels = [UInt8](repeating: 0, count: Spectrogram.binCount(window: 1024))
      levels[bin] = 255
      var measurement = recording()
      measurement.spectrogram = Spectrogram(sampleRate: sampleRate, levels: levels)
      var look = look(width: 200, height: 300)
      look.spectrogram.axis = axis
      let canvas = try draw(measurement, .spectrogram, look: look)
      let margins = try AxesMargins(of: look, .spectrogram)

      // Green rises with the level over all of the palette. Any column shows the same tone.
      let greens = (0..<300).map { row in
        canvas.pixel(x: margins.left + 9, y: margins.top + row) >> 8 & 255
      }
      let loudest = greens.max()
      let brightRows = greens.indices.filter { greens[$0] == loudest }
      let ticks = (0..<300).filter { row in
        canvas.alpha(x: margins.left - 3, y: margins.top + row) > 0
      }
      let position = axis.scale(sampleRate: sampleRate).position(of: hertz)
      let row = Int((1 - position) * 300)
      #expect(ticks.contains(row), "\(hertz) Hz in \(ticks)")
      #expect(brightRows.contains { abs($0 - row) <= 1 }, "\(hertz) Hz in \(brightRows)")
    }
  }

  @Test func `a level has its tick beside its colour`() throws {
    let look = look(width: 300, height: 181)
    let canvas = try draw(recording(), .spectrogram, look: look)
    let margins = try AxesMargins(of: look, .spectrogram)
    // A bar of colors, ten points wide, and the ticks behind it.
    let bar = margins.left + 300 + Int(AxesMargins.colorGap)
    let behindBar = bar + 10 + 2
    let colors = SpectrogramPalette.color.colors(count: 256)
    for decibels in [0, -30, -60, -90] {
      // From 0 dB in the first row to -90 in the last.
      let exactRow = Double(-decibels) / 90 * 181
      let row = margins.top + min(180, Int(exactRow + 1e-6))
      #expect(canvas.alpha(x: behindBar, y: row) > 0)
      let level = 255 + decibels * 255 / 90
      let red = Int(canvas.pixel(x: bar, y: row) & 255)
      // A row is half a decibel high, over which the color changes.
      #expect(abs(red - Int(colors[level].red)) <= 6, "\(decibels) dB")
    }
  }

  struct TimesCase {
    var start = 0.0
    var seconds: Double
    var labels: [String]
  }

  // The largest is five days, the longest recording.
  @Test(arguments: [
    TimesCase(
      seconds: 0.8,
      labels: [
        "0:00.0", "0:00.1", "0:00.2", "0:00.3", "0:00.4", "0:00.5", "0:00.6", "0:00.7", "0:00.8",
      ]
    ),
    TimesCase(
      start: 95,
      seconds: 30,
      labels: ["1:35", "1:40", "1:45", "1:50", "1:55", "2:00", "2:05"]
    ),
    TimesCase(
      seconds: 5400,
      labels: [
        "0:00", "10:00", "20:00", "30:00", "40:00", "50:00", "1:00:00", "1:10:00", "1:20:00",
        "1:30:00",
      ]
    ),
    TimesCase(
      seconds: 432_000,
      labels: ["0:00", "24:00:00", "48:00:00", "72:00:00", "96:00:00", "120:00:00"]
    ),
  ])
  func `times are at round places of the recording`(given: TimesCase) {
    let times = TimeTicks(
      from: given.start,
      lasting: given.seconds,
      width: 400,
      fontSize: 10
    )
    let labels = times.ticks.map(\.label).filter { !$0.isEmpty }
    #expect(labels == given.labels)
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e300])
  func `what has no length, or none that is known, has no times`(seconds: Double) {
    let times = TimeTicks(from: 0, lasting: seconds, width: 400, fontSize: 10)
    #expect(times.ticks.isEmpty)
  }

  private static let sizesOfLabels = [
    ThumbnailSize(width: 1, height: 1),
    ThumbnailSize(width: 120, height: 60),
    ThumbnailSize(width: 200, height: 80),
    ThumbnailSize(width: 201, height: 400),
    ThumbnailSize(width: 320, height: 100),
    ThumbnailSize(width: 598, height: 120),
    ThumbnailSize(width: 1024, height: 256),
    ThumbnailSize(width: 10_000, height: 100),
  ]

  @Test(arguments: stylesAcross)
  func `labels never overlap and are never cut off`(style: WaveformStyle) throws {
    // Pictures of pixels take long to draw, and have the same labels.
    let maximumWidth = style.content.isOfShapes ? Int.max : 1000
    let sizes = Self.sizesOfLabels.filter { $0.width < maximumWidth }
    for (index, size) in sizes.enumerated() {
      // Just before a full hour, so that labels have different lengths.
      let start = Double(index) * 3599
      var look = look(width: size.width, height: size.height, start: start)
      look.lanes.areSplit = index % 2 == 0
      look.scaling.curve = index % 3 == 0 ? .db : .linear
      let drawing = try ThumbnailDrawing.draw(recording(), style: style, look: look).drawing

      let boxes = drawing.marks.compactMap(\.labelBox)
      let isTooSmallForAxes = size.width < 200 || size.height < 80
      #expect(boxes.isEmpty == isTooSmallForAxes, "\(size)")
      for (number, box) in boxes.enumerated() {
        #expect(box.left >= 0, "\(size)")
        #expect(box.right <= Double(drawing.width), "\(size)")
        #expect(box.top >= 0, "\(size)")
        #expect(box.bottom <= Double(drawing.height), "\(size)")
        for other in boxes[..<number] {
          #expect(!box.overlaps(other), "\(size)")
        }
      }
    }
  }

  @Test func `the color of labels is readable on the background`() {
    func ink(on ground: Color?, unplayed: Color? = nil) -> Color {
      var look = look(width: 9, height: 9, on: ground)
      look.colors.unplayed = unplayed ?? look.colors.unplayed
      return ThumbnailAxes().ink(on: look)
    }
    #expect(ink(on: white).red < 0x40)
    #expect(ink(on: night).red > 0xd0)
    // Readable on white and on black.
    #expect(ink(on: nil).red == 0x76)

    // On a transparent ground that of the unplayed part, if one is given, but opaque.
    let translucent = Color(red: night.red, green: night.green, blue: night.blue, alpha: 99)
    #expect(ink(on: nil, unplayed: translucent) == night)
    #expect(ink(on: white, unplayed: translucent).red < 0x40)
  }

  @Test func `bars without a level have times alone`() throws {
    var look = look(width: 300, height: 100)
    let margins = try AxesMargins(of: look, .time)
    /// Counts the labels left of the plot.
    func levelCount(of subject: ThumbnailSubject) throws -> Int {
      let drawing = try ThumbnailDrawing.draw(subject, style: .bars, look: look).drawing
      let boxes = drawing.marks.compactMap(\.labelBox)
      return boxes.count { $0.right < Double(margins.left) }
    }
    let given = ThumbnailSubject(levels: [1, 0.5], seconds: 60)
    #expect(try levelCount(of: given) == 0)
    let measured = ThumbnailSubject(recording(), style: .bars)
    #expect(try levelCount(of: measured) > 2)

    // Reactive bars do not have the heights of their levels.
    look.movement = .reactive()
    look.moment = WaveformMoment(position: 0.5, seconds: 1)
    #expect(try levelCount(of: measured) == 0)
  }

  @Test func `axes count among the pixels of a picture`() {
    func layOut(height: Int) throws {
      let look = look(width: 16_384, height: height)
      let size = look.size ?? .standard
      _ = try PlotLayout(size, look: look, with: BarsRenderer(), scale: 1)
    }
    // 64 million pixels are allowed; the margins of the axes make the difference.
    #expect(throws: Never.self) {
      try layOut(height: 3850)
    }
    #expect(throws: ThumbnailError.self) {
      try layOut(height: 3890)
    }
  }

  @Test(arguments: [WaveformStyle.bars, .mirroredBars, .dots, .line])
  func `bars with samples at full scale have red ends, and only those`(
    style: WaveformStyle
  ) throws {
    var look = look(width: 60, height: 40, axes: false)
    look.bars = 4
    look.clipping = red
    // The first and the last bar are at full scale, and the third nearly.
    let recording = squareWaves(decibels: [0, -6, -0.5, 0])
    let drawing = try ThumbnailDrawing.draw(recording, style: style, look: look).drawing
    guard case .shape(.bars(let caps), let fills) = try #require(drawing.marks.last),
      fills.first?.paint == .color(red)
    else {
      Issue.record("no marks")
      return
    }

    // Bars stand on the bottom; the others have two ends.
    let endCount = style == .bars ? 1 : 2
    #expect(caps.count == 2 * endCount)
    // In the first quarter of the width, and in the last.
    #expect(caps.prefix(endCount).allSatisfy { $0.x < 15 })
    #expect(caps.suffix(endCount).allSatisfy { $0.x > 39 })
    #expect(caps[0].y == 0)
    if endCount == 2 {
      #expect(caps[1].y + caps[1].height == 40)
    }

    // Without the mark of clipping, the drawing is the same.
    look.clipping = nil
    let plain = try ThumbnailDrawing.draw(recording, style: style, look: look).drawing
    #expect(plain.marks == Array(drawing.marks.dropLast()))
  }

  @Test func `axes of bars equal their golden picture`() throws {
    let look = look(width: 120, height: 60, on: white)
    let canvas = try draw(recording(), .bars, look: look)
    try GoldenPicture(name: "bars.axes").expect(canvas)
  }

  @Test func `axes of lanes in decibels equal their golden picture`() throws {
    var look = look(width: 598, height: 160, on: night, start: 95)
    look.lanes.areSplit = true
    look.scaling = WaveformScaling(normalize: .file, curve: .db)
    let canvas = try draw(recording(), .mirroredBars, look: look, scale: 2)
    try GoldenPicture(name: "mirroredBars.axes@2x").expect(canvas)
  }

  @Test func `axes of a spectrogram equal their golden picture`() throws {
    let look = look(width: 1200, height: 200)
    let canvas = try draw(recording(), .spectrogram, look: look)
    try GoldenPicture(name: "spectrogram.axes").expect(canvas)
  }
}

extension UInt32 {
  /// Whether no component of a pixel differs by more than 1.
  fileprivate func isNear(_ other: UInt32) -> Bool {
    let shifts: [UInt32] = [0, 8, 16, 24]
    return shifts.allSatisfy { shift in
      let difference = Int(self >> shift & 255) - Int(other >> shift & 255)
      return abs(difference) <= 1
    }
  }
}

extension ClipRectangle {
  fileprivate func overlaps(_ other: ClipRectangle) -> Bool {
    let areBeside = left >= other.right || other.left >= right
    let areAbove = top >= other.bottom || other.top >= bottom
    return !areBeside && !areAbove
  }
}

extension Mark {
  /// The bounding box of an outline if it is part of a label, or nil.
  fileprivate var labelBox: ClipRectangle? {
    guard case .shape(.outline(let outline), _) = self else { return nil }
    let boxes = outline.steps.compactMap { step -> ClipRectangle? in
      guard case .capsule(let from, let to, let width) = step else { return nil }
      return ClipRectangle(
        left: min(from.x, to.x) - width / 2,
        top: min(from.y, to.y) - width / 2,
        right: max(from.x, to.x) + width / 2,
        bottom: max(from.y, to.y) + width / 2
      )
    }
    guard let first = boxes.first, boxes.count == outline.steps.count else { return nil }
    return boxes.reduce(first) { whole, box in
      ClipRectangle(
        left: min(whole.left, box.left),
        top: min(whole.top, box.top),
        right: max(whole.right, box.right),
        bottom: max(whole.bottom, box.bottom)
      )
    }
  }
}

@Test func `a range of frequencies has labels at both ends`() {
  let scale = PitchScale.octaves(from: 18_000, to: 120_000)
  let labels = scale.ticks(apart: 0.08, showsEnds: true).map(\.label)
  #expect(labels.first == "120k")
  #expect(labels.last == "18k")
  #expect(Set(labels).count == labels.count)
  #expect(labels.contains("50k"))
}
