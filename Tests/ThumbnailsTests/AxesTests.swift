import Glibc
import Raster
import Testing
import Waveform
import WavethumbBytes

@testable import Thumbnails

private let across = WaveformStyle.allCases.filter(\.runsAcross)
private let white = Color(red: 255, green: 255, blue: 255)
private let night = Color(red: 0x14, green: 0x16, blue: 0x1c)

/// Returns a stereo recording of six seconds with a pitch in each channel.
private func recording() -> WaveformMeasurement {
  var measurement = stereo()
  // Any levels will do that differ from row to row and from column to column.
  measurement.spectrum =
    WaveformSpectrum(levels: (0..<64 * 32).map { UInt8($0 * 7 % 251) }) ?? WaveformSpectrum()
  measurement.spectrogram = Spectrogram(
    sampleRate: 44_100,
    levels: (0..<40 * Spectrogram.binCount).map { UInt8($0 * 3 % 256) }
  )
  return measurement
}

private func look(
  width: Int,
  height: Int,
  on ground: Color? = nil,
  start: Double = 0,
  axes: Bool = true
) -> ThumbnailLook {
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: width, height: height)
  look.colors.background = ground.map { .color($0) }
  look.axes = axes ? ThumbnailAxes(start: start) : nil
  return look
}

private func canvas(
  of measurement: WaveformMeasurement,
  style: WaveformStyle,
  look: ThumbnailLook,
  scale: Int = 1
) throws -> Canvas {
  try ThumbnailDrawing.draw(measurement, style: style, look: look, scale: scale).canvas
}

/// Returns a mono recording of equally long square waves, one per level in dBFS.
private func steps(_ decibels: [Double]) -> WaveformMeasurement {
  let frames = 9600
  var meter = WaveformMeter(
    channels: 1,
    sampleRate: 8000,
    length: .known(frames: frames * decibels.count),
    format: SampleFormat(.float32)
  )
  for level in decibels {
    let amplitude = Float(pow(10, level / 20))
    let samples = (0..<frames).map { frame in
      frame % 2 == 0 ? amplitude : -amplitude
    }
    unsafe meter.add(samples.span.bytes)
  }
  return meter.finish(truncated: false)
}

@Suite struct AxesTests {
  @Test(arguments: across, [1, 2, 3])
  func `the plot keeps its size and its pixels`(style: WaveformStyle, scale: Int) throws {
    for size in [ThumbnailSize(width: 120, height: 60), ThumbnailSize(width: 200, height: 80)] {
      var plain = look(width: size.width, height: size.height, axes: false)
      plain.markers = [WaveformMarker(time: 2, duration: 1, label: "A"), WaveformMarker(time: 5)]
      plain.playhead = 0.4
      plain.clipping = white
      plain.overlays = [ThumbnailOverlay(stereo())]
      var measured = plain
      measured.axes = ThumbnailAxes()
      let alone = try canvas(of: recording(), style: style, look: plain, scale: scale)
      let whole = try canvas(of: recording(), style: style, look: measured, scale: scale)
      let margins = AxesMargins(around: size, style.content)
      #expect(whole.width == alone.width + (margins.left + margins.right) * scale)
      #expect(whole.height == alone.height + (margins.top + margins.bottom) * scale)
      for row in 0..<alone.height {
        let start = (row + margins.top * scale) * whole.width + margins.left * scale
        let withAxes = whole.pixels[start..<start + alone.width]
        let withoutAxes = alone.pixels[row * alone.width..<(row + 1) * alone.width]
        // Farther to the right, sums of lengths round differently.
        guard zip(withAxes, withoutAxes).allSatisfy({ $0.isNear($1) }) else {
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
    look.spacing = 0
    look.cornerRadius = 0
    for (style, isMirrored) in [(WaveformStyle.bars, false), (.mirroredBars, true)] {
      let picture = try canvas(of: steps(levels), style: style, look: look)
      let margins = AxesMargins(around: try #require(look.size), .time)
      let rows = margins.top..<margins.top + 400
      let ticks = rows.filter { picture.alpha(margins.left - 3, $0) > 0 }
      // Eight bars of 25 points; each is looked at in its middle.
      let tops = levels.indices.compactMap { bar in
        let middle = margins.left + bar * 25 + 12
        return rows.first { picture.alpha(middle, $0) > 0 }
      }

      // Some ticks have no room for a label; the drawn ones are exact.
      let known = tops.filter { ticks.contains($0) }
      #expect(known.count >= 3, "\(style): ticks at \(ticks), bars from \(tops)")
      for (top, level) in zip(tops, levels) where [0, -12, -24].contains(level) {
        // Another tick may be so near that there is no room.
        #expect(ticks.contains { abs($0 - top) < 14 }, "\(style): \(level) dB")
      }
      if isMirrored {
        let inside = ticks.map { $0 - margins.top }
        #expect(inside == inside.map { 399 - $0 }.sorted())
      }
    }
  }

  @Test func `a time has its tick in the column in which its sound begins`() throws {
    // Silence except for the third of five sections.
    let sound = steps([-200, -200, 0, -200, -200])
    #expect(sound.mix.duration == 6)

    var look = look(width: 500, height: 100)
    look.bars = 500
    look.spacing = 0
    look.cornerRadius = 0
    for scale in 1...3 {
      let picture = try canvas(of: sound, style: .bars, look: look, scale: scale)
      let margins = AxesMargins(around: try #require(look.size), .time)
      let left = margins.left * scale
      let top = (margins.top + 50) * scale
      let below = (margins.top + 100 + 4) * scale
      let inked = (0..<500 * scale).filter { picture.alpha(left + $0, top) > 127 }
      let ticks = (0..<500 * scale).filter { picture.alpha(left + $0, below) > 0 }
      #expect(inked.first == 200 * scale)
      #expect(inked.last == 300 * scale - 1)

      // A tick every half second, one point wide, the last of which is still in the picture.
      let second = 500.0 * Double(scale) / 6
      for half in 0...12 {
        let column = min(Int(Double(half) / 2 * second + 1e-9), 500 * scale - 1)
        #expect(ticks.contains(column), "\(half) half seconds at \(scale)")
      }
      #expect(ticks.count == 13 * scale)
    }
  }

  @Test(arguments: FrequencyAxis.allCases)
  func `a pitch has its tick in the row of its tone`(axis: FrequencyAxis) throws {
    // Bins of 50 Hz.
    let tones = axis == .linear ? [40, 80, 200] : [20, 40, 100, 200]
    for bin in tones {
      let hertz = Double(bin) * 50
      var levels = [UInt8](repeating: 0, count: Spectrogram.binCount)
      levels[bin] = 255
      var measurement = recording()
      measurement.spectrogram = Spectrogram(sampleRate: 51_200, levels: levels)
      var look = look(width: 200, height: 300)
      look.frequencyAxis = axis
      let picture = try canvas(of: measurement, style: .spectrogram, look: look)
      let margins = AxesMargins(around: try #require(look.size), .spectrogram)

      // Green rises with the level over all of the palette. Any column shows the same tone.
      let green = (0..<300).map { row in
        picture.pixels[(margins.top + row) * picture.width + margins.left + 9] >> 8 & 255
      }
      let loudest = green.max()
      let bright = green.indices.filter { green[$0] == loudest }
      let ticks = (0..<300).filter { picture.alpha(margins.left - 3, margins.top + $0) > 0 }
      let position = axis.scale(sampleRate: 51_200).position(of: hertz)
      let row = Int((1 - position) * 300)
      #expect(ticks.contains(row), "\(hertz) Hz in \(ticks)")
      #expect(bright.contains { abs($0 - row) <= 1 }, "\(hertz) Hz in \(bright), tick at \(row)")
    }
  }

  @Test func `a level has its tick beside its colour`() throws {
    let look = look(width: 300, height: 181)
    let picture = try canvas(of: recording(), style: .spectrogram, look: look)
    let margins = AxesMargins(around: try #require(look.size), .spectrogram)
    let x = margins.left + 300 + Int(AxesMargins.colorGap)
    let colors = SpectrogramPalette.color.colors(count: 256)
    for decibels in [0, -30, -60, -90] {
      let row = min(180, Int((Double(-decibels) / 90 * 181 + 1e-6)))
      #expect(picture.alpha(x + 10 + 2, margins.top + row) > 0)
      let level = 255 + decibels * 255 / 90
      let pixel = picture.pixels[(margins.top + row) * picture.width + x]
      #expect(abs(Int(pixel & 255) - Int(colors[level].red)) <= 6, "\(decibels) dB")
    }
  }

  @Test(arguments: [
    (
      0.0, 0.8,
      ["0:00.0", "0:00.1", "0:00.2", "0:00.3", "0:00.4", "0:00.5", "0:00.6", "0:00.7", "0:00.8"]
    ),
    (95, 30, ["1:35", "1:40", "1:45", "1:50", "1:55", "2:00", "2:05"]),
    (
      0, 5400,
      [
        "0:00", "10:00", "20:00", "30:00", "40:00", "50:00", "1:00:00", "1:10:00", "1:20:00",
        "1:30:00",
      ]
    ),
    (0, 432_000, ["0:00", "24:00:00", "48:00:00", "72:00:00", "96:00:00", "120:00:00"]),
  ])
  func `times are at round places of the recording`(
    start: Double,
    seconds: Double,
    expected: [String]
  ) {
    let times = TimeTicks(from: start, lasting: seconds, width: 400, fontSize: 10)
    #expect(times.ticks.map(\.label).filter { !$0.isEmpty } == expected)
  }

  @Test func `what has no length, or none that is known, has no times`() {
    for seconds in [0, -1, Double.nan, .infinity, 1e300] {
      let times = TimeTicks(from: 0, lasting: seconds, width: 400, fontSize: 10)
      #expect(times.ticks.isEmpty)
    }
  }

  @Test(arguments: across)
  func `labels never overlap and are never cut off`(style: WaveformStyle) throws {
    let sizes = [
      (1, 1),
      (120, 60),
      (200, 80),
      (201, 400),
      (320, 100),
      (598, 120),
      (1024, 256),
      (10000, 100),
    ]
    .filter { style.content.isOfShapes || $0.0 < 1000 }
    for (index, size) in sizes.enumerated() {
      var look = look(width: size.0, height: size.1, start: Double(index) * 3599)
      look.splitsChannels = index % 2 == 0
      look.scaling.curve = index % 3 == 0 ? .db : .linear
      let drawing = try ThumbnailDrawing.draw(recording(), style: style, look: look).drawing
      let boxes = drawing.marks.compactMap(\.labelBox)
      // Smaller pictures have no axes.
      #expect(boxes.isEmpty == (size.0 < 200 || size.1 < 80), "\(size)")
      for (number, box) in boxes.enumerated() {
        #expect(box.left >= 0, "\(size)")
        #expect(box.right <= Double(drawing.width), "\(size)")
        #expect(box.top >= 0, "\(size)")
        #expect(box.bottom <= Double(drawing.height), "\(size)")
        for other in boxes[..<number] {
          let areBeside = box.left >= other.right || other.left >= box.right
          let areAbove = box.top >= other.bottom || other.top >= box.bottom
          #expect(areBeside || areAbove, "\(size)")
        }
      }
    }
  }

  @Test func `the colour is readable on the background, unless one is given`() {
    func ink(_ ground: Color?) -> Color {
      ThumbnailAxes().ink(on: look(width: 9, height: 9, on: ground))
    }
    #expect(ink(white).red < 0x40)
    #expect(ink(night).red > 0xd0)
    #expect(ink(nil).red == 0x76)
    #expect(ThumbnailAxes(color: night).ink(on: look(width: 9, height: 9, on: night)) == night)
  }

  @Test func `bars without a level have times alone`() throws {
    var look = look(width: 300, height: 100)
    let given = ThumbnailSubject(summary: WaveformSummary(amplitudes: [1, 0.5], duration: 60))
    let measured = ThumbnailSubject(recording(), style: .bars)
    /// Counts the labels left of the plot.
    func labels(_ subject: ThumbnailSubject) throws -> Int {
      let drawing = try ThumbnailDrawing.draw(subject, style: .bars, look: look).drawing
      return drawing.marks.compactMap(\.labelBox).count { $0.right < 26 }
    }
    #expect(try labels(given) == 0)
    #expect(try labels(measured) > 2)

    // Reactive bars do not have the heights of their levels.
    look.movement = .reactive()
    look.moment = WaveformMoment(position: 0.5, seconds: 1)
    #expect(try labels(measured) == 0)
  }

  @Test func `axes count among the pixels of a picture`() {
    // 64 million pixels are allowed; the margins of the axes make the difference.
    var look = look(width: 16_384, height: 3850)
    #expect(throws: Never.self) {
      try PlotLayout(look.size ?? .standard, look: look, with: BarsRenderer(), scale: 1)
    }
    look.size?.height = 3890
    #expect(throws: ThumbnailError.self) {
      try PlotLayout(look.size ?? .standard, look: look, with: BarsRenderer(), scale: 1)
    }
  }

  @Test(arguments: [WaveformStyle.bars, .mirroredBars, .dots, .line])
  func `bars with samples at full scale have red ends, and only those`(
    style: WaveformStyle
  ) throws {
    let red = Color(red: 255, green: 0, blue: 0)
    var look = look(width: 60, height: 40, axes: false)
    look.bars = 4
    look.clipping = red
    // The first and the last bar are at full scale, and the third nearly.
    let levels = [0.0, -6, -0.5, 0]
    let drawing = try ThumbnailDrawing.draw(steps(levels), style: style, look: look).drawing
    guard case .shape(.bars(let caps), let fills) = try #require(drawing.marks.last),
      fills.first?.paint == .color(red)
    else {
      Issue.record("no marks")
      return
    }

    let ends = style == .bars ? 1 : 2
    #expect(caps.count == 2 * ends)
    #expect(caps.prefix(ends).allSatisfy { $0.x < 15 })
    #expect(caps.suffix(ends).allSatisfy { $0.x > 39 })
    #expect(caps[0].y == 0)
    #expect(ends == 1 || caps[1].y + caps[1].height == 40)

    // Recordings below full scale, or without a length, have no marks.
    look.clipping = nil
    let plain = try ThumbnailDrawing.draw(steps(levels), style: style, look: look).drawing
    #expect(plain.marks == Array(drawing.marks.dropLast()))
  }

  @Test func `axes look as they did`() throws {
    try GoldenPicture(name: "bars.axes").expect(
      canvas(of: recording(), style: .bars, look: look(width: 120, height: 60, on: white))
    )
    var lanes = look(width: 598, height: 160, on: night, start: 95)
    lanes.splitsChannels = true
    lanes.scaling = WaveformScaling(normalize: .file, curve: .db)
    try GoldenPicture(name: "mirroredBars.axes@2x").expect(
      canvas(of: recording(), style: .mirroredBars, look: lanes, scale: 2)
    )
    try GoldenPicture(name: "spectrogram.axes").expect(
      canvas(of: recording(), style: .spectrogram, look: look(width: 1200, height: 200))
    )
  }
}

extension UInt32 {
  /// Whether no component of a pixel differs by more than 1.
  fileprivate func isNear(_ other: UInt32) -> Bool {
    [0, 8, 16, 24].allSatisfy {
      abs(Int(self >> UInt32($0) & 255) - Int(other >> UInt32($0) & 255)) <= 1
    }
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
