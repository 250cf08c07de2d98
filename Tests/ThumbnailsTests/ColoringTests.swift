import Glibc
import Raster
import Testing
import Waveform
import WavethumbBytes

@testable import Thumbnails

private let styles: [WaveformStyle] = [.bars, .mirroredBars, .line, .dots, .circular]
private let byPitch = WaveformColoring.pitch(WaveformColoring.standardRamp)
private let byBands = WaveformColoring.bands(WaveformColoring.standardBands)

private let rate = 16_000

/// Returns a recording of tones that follow each other, each as loud as the others.
private func recording(pitches: [Double], seconds: Double = 4) -> WaveformMeasurement {
  let frames = Int(seconds * Double(rate))
  var phase = 0.0
  let samples = (0..<frames).map { frame in
    let pitch = pitches[frame * pitches.count / frames]
    phase += 2 * .pi * pitch / Double(rate)
    return Float(0.5 * sin(phase))
  }
  return measurement(of: samples, rate: rate, measures: Measures(TonesMeasure()))
}

/// Returns a recording with low, mid and high tones at once, of changing strength.
private func chord(frames: Int = 64_000) -> WaveformMeasurement {
  let samples = (0..<frames).map { frame in
    let time = Double(frame) / Double(rate)
    let share = Double(frame) / Double(frames)
    let low = share * sin(2 * .pi * 80 * time)
    let mid = (1 - share) * sin(2 * .pi * 700 * time)
    let high = 0.3 * sin(2 * .pi * 5000 * time)
    return Float(0.4 * (low + mid + high))
  }
  return measurement(of: samples, rate: rate, measures: Measures(TonesMeasure()))
}

/// Returns a look with colors of the sound.
private func look(_ coloring: WaveformColoring?, playhead: Double? = nil) -> ThumbnailLook {
  var look = ThumbnailLook()
  look.coloring = coloring
  look.playhead = playhead
  return look
}

extension Canvas {
  /// The opaque color in the middle of a column, nil if there is none.
  fileprivate func color(atColumn column: Int) -> UInt32? {
    let pixel = pixel(x: column, y: height / 2)
    let isOpaque = pixel >> 24 == 255
    return isOpaque ? pixel : nil
  }

  /// The opaque colors in the middle of all columns.
  fileprivate var columnColors: [UInt32] {
    (0..<width).compactMap { color(atColumn: $0) }
  }
}

/// Returns red, green or blue of a pixel.
private func component(_ index: Int, of pixel: UInt32) -> Int {
  Int(pixel >> UInt32(index * 8) & 255)
}

/// Returns the largest difference of the components of two pixels.
private func distance(_ one: UInt32, to other: UInt32) -> Int {
  let differences = (0..<3).map { index in
    abs(component(index, of: one) - component(index, of: other))
  }
  return differences.max() ?? 0
}

// An octave is a fifth of the ramp, from 150 to 4,800 Hz; beyond are the colors of its ends.
@Test(arguments: [
  (hertz: 150.0, position: 0.0),
  (hertz: 300, position: 0.2),
  (hertz: 600, position: 0.4),
  (hertz: 1200, position: 0.6),
  (hertz: 2400, position: 0.8),
  (hertz: 4800, position: 1),
  (hertz: 7000, position: 1),
  (hertz: 60, position: 0),
])
func `a tone has the color of its octave on the ramp`(hertz: Double, position: Double) throws {
  let canvas = try draw(recording(pitches: [hertz]), .mirroredBars, look: look(byPitch))
  let expected = WaveformColoring.standardRamp.color(at: position).pixel
  let colors = canvas.columnColors
  // More than half of 598 columns are bars. The pitch of a tone is measured within 1 %, which is less
  // than three levels of the ramp.
  #expect(colors.count > 300)
  #expect(colors.allSatisfy { distance($0, to: expected) <= 3 })
}

@Test func `tones that follow each other have their colors in turn`() throws {
  var look = look(byPitch)
  look.bars = 40
  let canvas = try draw(recording(pitches: [150, 4800]), .bars, look: look)
  // Both ends of the ramp.
  let ramp = WaveformColoring.standardRamp
  let first = try #require(canvas.columnColors.first)
  #expect(distance(first, to: ramp.color(at: 0).pixel) <= 3)
  let last = try #require(canvas.columnColors.last)
  #expect(distance(last, to: ramp.color(at: 1).pixel) <= 3)
}

@Test(arguments: [
  (hertz: 80.0, band: 0),
  (hertz: 700, band: 1),
  (hertz: 5000, band: 2),
])
func `a tone has the color of its band`(hertz: Double, band: Int) throws {
  let canvas = try draw(recording(pitches: [hertz]), .mirroredBars, look: look(byBands))
  let expected = WaveformColoring.standardBands[band].pixel
  let colors = canvas.columnColors
  #expect(colors.count > 300)
  #expect(colors.allSatisfy { distance($0, to: expected) <= 1 })
}

@Test(arguments: styles)
func `colors by pitch change no outline`(style: WaveformStyle) throws {
  let plain = try draw(chord(), style)
  let colored = try draw(chord(), style, look: look(byPitch))
  for (alpha, coloredAlpha) in zip(plain.alphas, colored.alphas) {
    #expect(abs(alpha - coloredAlpha) <= 1)
    // Neither ink where there was none, nor a gap.
    if alpha == 0 || alpha == 255 {
      #expect(coloredAlpha == alpha)
    }
  }
}

@Test(arguments: styles)
func `colors of bands change no outline but its edges`(style: WaveformStyle) throws {
  let plain = try draw(chord(), style)
  let colored = try draw(chord(), style, look: look(byBands))
  for (alpha, coloredAlpha) in zip(plain.alphas, colored.alphas) {
    // Three edges over each other, each over a share a of a pixel, cover 1 - (1 - a)^3 of it.
    #expect(abs(alpha - coloredAlpha) <= 99)
    if alpha == 0 {
      #expect(coloredAlpha == 0)
    }
    if alpha == 255 {
      // Beside the rounded end of a layer, a little of the ground may be seen.
      #expect(coloredAlpha >= 246)
    }
  }
}

@Test(arguments: [WaveformStyle.bars, .mirroredBars, .dots, .circular], [37, 64, 100, 149])
func `bands cover no more of a pixel than bars without colors`(
  style: WaveformStyle,
  bars: Int
) throws {
  func coverage(_ coloring: WaveformColoring?, playhead: Double?) throws -> Double {
    var look = look(coloring, playhead: playhead)
    look.bars = bars
    let canvas = try draw(chord(), style, look: look)
    return Double(canvas.alphas.reduce(0, +))
  }
  for playhead in [nil, 1.0] {
    let plain = try coverage(nil, playhead: playhead)
    let share = try coverage(byBands, playhead: playhead) / plain
    #expect(share > 0.995, "\(share)")
    // Layers overlap by a point at the ends of bars.
    #expect(share < 1.03, "\(share)")
  }
}

@Test(arguments: styles, [byPitch, byBands])
func `the unplayed part is the same picture at a quarter of its opacity`(
  style: WaveformStyle,
  coloring: WaveformColoring
) throws {
  let whole = try draw(chord(), style, look: look(coloring))
  let unplayed = try draw(chord(), style, look: look(coloring, playhead: 0))
  // The first ray of a circle is played at the beginning.
  let columns = style == .circular ? 0..<whole.width / 2 - 20 : 1..<whole.width
  let quarter = 64
  var opaqueCount = 0
  var equalCount = 0
  for y in 0..<whole.height {
    for x in columns where whole.alpha(x: x, y: y) == 255 {
      opaqueCount += 1
      let difference = abs(unplayed.alpha(x: x, y: y) - quarter)
      // Where two layers meet, both cover a part of the pixel.
      #expect(difference <= 48)
      let hasOneLayer = difference <= 4
      let played = whole.pixel(x: x, y: y)
      if hasOneLayer, isNear(played, toFourTimes: unplayed.pixel(x: x, y: y)) {
        equalCount += 1
      }
    }
  }
  let share = Double(equalCount) / Double(opaqueCount)
  #expect(share > 0.85, "\(equalCount) of \(opaqueCount)")
}

/// Returns whether the components of a premultiplied pixel are four times those of another.
private func isNear(_ pixel: UInt32, toFourTimes faded: UInt32) -> Bool {
  (0..<3).allSatisfy { index in
    let difference = component(index, of: pixel) - 4 * component(index, of: faded)
    // Four times a component that was rounded is off by up to 2, and another 2 for each layer.
    return abs(difference) <= 8
  }
}

@Test(arguments: styles)
func `translucent colors of bands do not add up`(style: WaveformStyle) throws {
  let translucent = WaveformColoring.standardBands.map { $0.faded(to: 0.5) }
  let canvas = try draw(chord(), style, look: look(.bands(translucent)))
  let oneLayerCount = canvas.alphas.count { abs($0 - 128) <= 2 }
  #expect(oneLayerCount > 1000)
  // Where two layers meet, both cover a part of the pixel.
  let denseCount = canvas.alphas.count { $0 > 140 }
  let share = Double(denseCount) / Double(oneLayerCount)
  #expect(share < 0.02, "\(denseCount) of \(oneLayerCount)")
}

@Test func `curves of samples are drawn whole, as none lies within another`() throws {
  var look = ThumbnailLook()
  look.coloring = byBands
  look.playhead = 0
  look.scaling = WaveformScaling(measure: .signed, normalize: .file)
  let marks = try ThumbnailDrawing.draw(chord(frames: 240), style: .line, look: look).drawing.marks
  #expect(marks.count == 3)

  for mark in marks {
    guard case .shape(.outline(let outline), _) = mark else {
      Issue.record("\(mark)")
      continue
    }
    // To leave one curve out of another would add it, in the color of the other.
    #expect(outline.steps.count == 1)
  }
}

@Test func `a color for the unplayed part replaces the colors of the sound`() throws {
  let unplayed = Color(rgb: 0x123456)
  var look = look(byPitch, playhead: 0)
  look.colors.unplayed = unplayed
  let canvas = try draw(chord(), .bars, look: look)
  // Without the first bar, whose edge is at the playhead.
  let colors = (5..<canvas.width).compactMap { canvas.color(atColumn: $0) }
  #expect(Set(colors) == [unplayed.pixel])
}

@Test(arguments: styles)
func `a recording without tones is drawn as without colors`(style: WaveformStyle) throws {
  let recording = WaveformMeasurement(mix: WaveformSummary(amplitudes: [0.5, 1, 0.2], duration: 3))
  let plain = try draw(recording, style)
  let colored = try draw(recording, style, look: look(byPitch))
  #expect(colored.pixels == plain.pixels)
}

/// Colors that no one would choose.
private let extremeColorings: [WaveformColoring] = {
  let nothing = Gradient(colors: [.clear, .clear])
  let manyColors = (0..<64).map { Color(rgb: UInt32($0) * 0x010305) }
  return [
    byPitch,
    byBands,
    .pitch(nothing),
    .pitch(Gradient(colors: manyColors)),
    .bands([.clear, .clear, .clear]),
  ]
}()

// Of one frame, shorter than a window, and longer; silent, beyond the highest band, and both in turn.
@Test(arguments: styles, [1.0 / 16_000, 0.01, 1])
func `extreme recordings and palettes can be drawn`(
  style: WaveformStyle,
  seconds: Double
) throws {
  for pitches in [[0.0], [7999], [0, 100, 0]] {
    let recording = recording(pitches: pitches, seconds: seconds)
    for coloring in extremeColorings {
      for bars in [1, 7, 65_536] {
        var look = ThumbnailLook(width: 64, height: 24)
        look.coloring = coloring
        look.playhead = 0.4
        look.bars = bars
        look.scaling.measure = .both
        let canvas = try draw(recording, style, look: look)
        #expect(canvas.width == 64)
      }
    }
  }
}

/// Returns the components of a color in linear light.
// The curve of sRGB and its inverse, by IEC 61966-2-1.
private func linearLight(of color: Color) -> SIMD3<Double> {
  let parts = [color.red, color.green, color.blue].map { component -> Double in
    let share = Double(component) / 255
    if share <= 0.04045 { return share / 12.92 }
    return pow((share + 0.055) / 1.055, 2.4)
  }
  return SIMD3(parts[0], parts[1], parts[2])
}

/// Returns a component of a color from its linear light.
private func component(ofLinearLight light: Double) -> UInt8 {
  let clamped = min(max(light, 0), 1)
  let share: Double
  if clamped <= 0.0031308 {
    share = clamped * 12.92
  } else {
    share = 1.055 * pow(clamped, 1 / 2.4) - 0.055
  }
  return UInt8((share * 255).rounded())
}

@Test func `the default colors are readable on white and on dark`() {
  func luminance(of color: Color) -> Double {
    let weights = SIMD3(0.2126, 0.7152, 0.0722)
    return (linearLight(of: color) * weights).sum()
  }
  func contrast(_ lighter: Double, to darker: Double) -> Double {
    // By WCAG 2, whose constant for stray light is 0.05.
    (lighter + 0.05) / (darker + 0.05)
  }
  let onWhite = luminance(of: white)
  let onDark = luminance(of: Color(rgb: 0x121212))
  let ramp = (0...100).map { WaveformColoring.standardRamp.color(at: Double($0) / 100) }
  for color in ramp + WaveformColoring.standardBands {
    let own = luminance(of: color)
    // WCAG 2 asks for a contrast of 3 for graphics.
    #expect(contrast(onWhite, to: own) >= 3)
    #expect(contrast(own, to: onDark) >= 3)
  }
}

/// How people see who lack a kind of cones.
private struct Vision: Sendable {
  var rows: [SIMD3<Double>]

  // The matrices for linear light of Machado, Oliveira and Fernandes (2009), severity 1.
  static let withoutRed = Vision(rows: [
    SIMD3(0.152286, 1.052583, -0.204868),
    SIMD3(0.114503, 0.786281, 0.099216),
    SIMD3(-0.003882, -0.048116, 1.051998),
  ])
  static let withoutGreen = Vision(rows: [
    SIMD3(0.367322, 0.860646, -0.227968),
    SIMD3(0.280085, 0.672501, 0.047413),
    SIMD3(-0.011820, 0.042940, 0.968881),
  ])
  static let full = Vision(rows: [
    SIMD3(1, 0, 0),
    SIMD3(0, 1, 0),
    SIMD3(0, 0, 1),
  ])

  func tone(of color: Color) -> SpectrumRamp.Tone {
    let light = linearLight(of: color)
    let seen = rows.map { row in component(ofLinearLight: (row * light).sum()) }
    return SpectrumRamp.Tone(Color(red: seen[0], green: seen[1], blue: seen[2]))
  }
}

/// Returns the distance of two colors in OKLab; 0.02 can just be seen side by side.
private func distance(_ one: SpectrumRamp.Tone, to other: SpectrumRamp.Tone) -> Double {
  let lightness = one.lightness - other.lightness
  let greenRed = one.greenRed - other.greenRed
  let blueYellow = one.blueYellow - other.blueYellow
  return (lightness * lightness + greenRed * greenRed + blueYellow * blueYellow).squareRoot()
}

@Test(arguments: [Vision.withoutRed, .withoutGreen])
private func `the ramp is in order for people who see no red or no green`(vision: Vision) {
  let tones = WaveformColoring.standardRamp.stops.map { vision.tone(of: $0.color) }
  // From blue to yellow the hue rises, and from yellow to red the lightness falls.
  for stop in 1...3 {
    #expect(tones[stop].blueYellow - tones[stop - 1].blueYellow >= 0.06)
  }
  for stop in 4...5 {
    #expect(tones[stop - 1].lightness - tones[stop].lightness >= 0.025)
  }
}

@Test(arguments: [Vision.full, .withoutRed, .withoutGreen])
private func `each color of the ramp is nearest to the one before it`(vision: Vision) throws {
  let tones = WaveformColoring.standardRamp.stops.map { vision.tone(of: $0.color) }
  for stop in tones.indices.dropFirst() {
    let distances = tones[..<stop].map { distance($0, to: tones[stop]) }
    let least = try #require(distances.min())
    #expect(distances.last == least)
    #expect(least >= 0.04)
  }
}

@Test(arguments: [Vision.full, .withoutRed, .withoutGreen])
private func `the three bands differ for everybody`(vision: Vision) {
  let tones = WaveformColoring.standardBands.map { vision.tone(of: $0) }
  for band in tones.indices {
    for other in tones[..<band] {
      #expect(distance(tones[band], to: other) >= 0.1)
    }
  }
}
