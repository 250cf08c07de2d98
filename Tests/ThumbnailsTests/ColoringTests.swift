import Glibc
import Raster
import Testing
import Waveform
import WavethumbBytes

@testable import Thumbnails

private let styles: [WaveformStyle] = [.bars, .mirroredBars, .line, .dots, .circular]
private let colorings: [WaveformColoring] = [
  .pitch(WaveformColoring.standardRamp), .bands(WaveformColoring.standardBands),
]

/// Returns a recording of tones that follow each other, each as loud as the others.
private func recording(_ pitches: [Double], seconds: Double = 4) -> WaveformMeasurement {
  let rate = 16_000
  let frames = Int(seconds * Double(rate))
  var meter = WaveformMeter(
    channels: 1,
    sampleRate: rate,
    length: .known(frames: frames),
    format: SampleFormat(.float32, bigEndian: false),
    measures: Measures(TonesMeasure())
  )
  var phase = 0.0
  let samples = (0..<frames).map { frame in
    phase += 2 * .pi * pitches[frame * pitches.count / frames] / Double(rate)
    return Float(0.5 * sin(phase))
  }
  unsafe meter.add(samples.span.bytes)
  return meter.finish(truncated: false)
}

/// Returns a recording with low, mid and high tones at once, of changing strength.
private func chord(frames: Int = 64_000) -> WaveformMeasurement {
  var meter = WaveformMeter(
    channels: 1,
    sampleRate: 16_000,
    length: .known(frames: frames),
    format: SampleFormat(.float32, bigEndian: false),
    measures: Measures(TonesMeasure())
  )
  let samples = (0..<frames).map { frame in
    let time = Double(frame) / 16_000
    let share = Double(frame) / Double(frames)
    let low = share * sin(2 * .pi * 80 * time)
    let mid = (1 - share) * sin(2 * .pi * 700 * time)
    let high = 0.3 * sin(2 * .pi * 5000 * time)
    return Float(0.4 * (low + mid + high))
  }
  unsafe meter.add(samples.span.bytes)
  return meter.finish(truncated: false)
}

private func canvas(
  of measurement: WaveformMeasurement,
  style: WaveformStyle,
  coloring: WaveformColoring?,
  playhead: Double? = nil,
  change: (inout ThumbnailLook) -> Void = { _ in }
) throws -> Canvas {
  var look = ThumbnailLook()
  look.coloring = coloring
  look.playhead = playhead
  change(&look)
  return try ThumbnailDrawing.draw(measurement, style: style, look: look).canvas
}

extension Canvas {
  fileprivate func alpha(_ index: Int) -> Int { Int(pixels[index] >> 24) }

  /// The opaque color in the middle of a column, nil if there is none.
  fileprivate func color(atColumn column: Int) -> UInt32? {
    let pixel = pixels[height / 2 * width + column]
    return pixel >> 24 == 255 ? pixel & 0xFF_FFFF : nil
  }
}

private func pixel(_ color: Color) -> UInt32 {
  UInt32(color.red) | UInt32(color.green) << 8 | UInt32(color.blue) << 16
}

private func level(_ pixel: UInt32, component: Int) -> Int {
  Int(pixel >> UInt32(component * 8) & 255)
}

/// Returns the largest difference of the components of two pixels.
private func distance(_ one: UInt32, to other: UInt32) -> Int {
  var largest = 0
  for component in 0..<3 {
    let difference = level(one, component: component) - level(other, component: component)
    largest = max(largest, abs(difference))
  }
  return largest
}

@Test(arguments: [
  (150.0, 0.0),
  (300, 0.2),
  (600, 0.4),
  (1200, 0.6),
  (2400, 0.8),
  (4800, 1),
  (7000, 1),
  (60, 0),
])
func `a tone has the color of its octave on the ramp`(hertz: Double, position: Double) throws {
  let picture = try canvas(
    of: recording([hertz]),
    style: .mirroredBars,
    coloring: .pitch(WaveformColoring.standardRamp)
  )
  let expected = pixel(WaveformColoring.standardRamp.color(at: position))
  let found = (0..<picture.width).compactMap { picture.color(atColumn: $0) }
  // More than half of 598 columns are bars. The pitch of a tone is measured within 1 %, which is less
  // than three levels of the ramp.
  #expect(found.count > 300)
  #expect(found.allSatisfy { distance($0, to: expected) <= 3 })
}

@Test func `tones that follow each other have their colors in turn`() throws {
  let picture = try canvas(
    of: recording([150, 4800]),
    style: .bars,
    coloring: .pitch(WaveformColoring.standardRamp)
  ) { $0.bars = 40 }
  let found = [20, picture.width - 20].map { column in
    (column..<column + 15).compactMap { picture.color(atColumn: $0) }.first
  }
  #expect(try distance(#require(found[0]), to: 0xc25840) <= 3)
  #expect(try distance(#require(found[1]), to: 0x4229da) <= 3)
}

@Test(arguments: [(80.0, 0), (700, 1), (5000, 2)])
func `a tone has the color of its band`(hertz: Double, band: Int) throws {
  let picture = try canvas(
    of: recording([hertz]),
    style: .mirroredBars,
    coloring: .bands(WaveformColoring.standardBands)
  )
  let expected = pixel(WaveformColoring.standardBands[band])
  let found = (0..<picture.width).compactMap { picture.color(atColumn: $0) }
  #expect(found.count > 300)
  #expect(found.allSatisfy { distance($0, to: expected) <= 1 })
}

@Test(arguments: styles, colorings)
func `colors change no outline`(style: WaveformStyle, coloring: WaveformColoring) throws {
  let plain = try canvas(of: chord(), style: style, coloring: nil)
  let colored = try canvas(of: chord(), style: style, coloring: coloring)
  for index in plain.pixels.indices {
    // Three edges over each other, each over a share a of a pixel, cover 1 - (1 - a)^3 of it.
    let tolerance = coloring == colorings[0] ? 1 : 99
    #expect(abs(plain.alpha(index) - colored.alpha(index)) <= tolerance)
    if plain.alpha(index) == 0 {
      #expect(colored.alpha(index) == 0)
    }
    if plain.alpha(index) == 255 {
      // Beside the rounded end of a layer, a little of the ground may be seen.
      #expect(colored.alpha(index) >= (coloring == colorings[0] ? 255 : 246))
    }
  }
}

@Test(arguments: [WaveformStyle.bars, .mirroredBars, .dots, .circular], [37, 64, 100, 149])
func `bands cover no more of a pixel than bars without colors`(
  style: WaveformStyle,
  bars: Int
) throws {
  func coverage(_ coloring: WaveformColoring?, playhead: Double?) throws -> Double {
    let picture = try canvas(of: chord(), style: style, coloring: coloring, playhead: playhead) {
      $0.bars = bars
    }
    return picture.pixels.indices.reduce(0.0) { $0 + Double(picture.alpha($1)) }
  }
  // Layers overlap by a point at the ends of bars.
  for playhead in [nil, 1.0] {
    let share =
      try coverage(colorings[1], playhead: playhead)
      / coverage(nil, playhead: playhead)
    #expect(share > 0.995, "\(share)")
    #expect(share < 1.03, "\(share)")
  }
}

@Test(arguments: styles, colorings)
func `the unplayed part is the same picture at a quarter of its opacity`(
  style: WaveformStyle,
  coloring: WaveformColoring
) throws {
  let whole = try canvas(of: chord(), style: style, coloring: coloring)
  let unplayed = try canvas(of: chord(), style: style, coloring: coloring, playhead: 0)
  var compared = 0
  // The first ray of a circle is played at the beginning.
  let columns = style == .circular ? 0..<whole.width / 2 - 20 : 1..<whole.width
  for y in 0..<whole.height {
    for x in columns {
      let index = y * whole.width + x
      guard whole.alpha(index) == 255 else { continue }
      // Where two layers meet, both cover a part of the pixel.
      // A quarter of 255 is 64.
      guard abs(unplayed.alpha(index) - 64) <= 4 else {
        #expect(abs(unplayed.alpha(index) - 64) <= 48)
        continue
      }
      // Four times a premultiplied component that was rounded is off by up to 2, and another 2 for each
      // layer.
      let isNear = (0..<3).allSatisfy { component in
        let played = level(whole.pixels[index], component: component)
        let faded = level(unplayed.pixels[index], component: component)
        return abs(played - 4 * faded) <= 8
      }
      if isNear {
        compared += 1
      }
    }
  }

  let solid = whole.pixels.indices.count { index in
    whole.alpha(index) == 255 && columns.contains(index % whole.width)
  }
  #expect(Double(compared) > 0.85 * Double(solid), "\(style): \(compared) of \(solid)")
}

@Test(arguments: styles)
func `translucent colors of bands do not add up`(style: WaveformStyle) throws {
  let sheer = WaveformColoring.standardBands.map { $0.faded(to: 0.5) }
  let picture = try canvas(of: chord(), style: style, coloring: .bands(sheer))
  let solid = picture.pixels.indices.count { abs(picture.alpha($0) - 128) <= 2 }
  // Where two layers meet, both cover a part of the pixel.
  let dense = picture.pixels.indices.count { picture.alpha($0) > 140 }
  #expect(solid > 1000)
  #expect(Double(dense) < 0.02 * Double(solid), "\(dense) of \(solid)")
}

@Test func `curves of samples are drawn whole, as none lies within another`() throws {
  var look = ThumbnailLook()
  look.coloring = colorings[1]
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
  let picture = try canvas(of: chord(), style: .bars, coloring: colorings[0], playhead: 0) {
    $0.colors.unplayed = Color(rgb: 0x123456)
  }
  let found = Set((5..<picture.width).compactMap { picture.color(atColumn: $0) })
  #expect(found.allSatisfy { $0 == 0x563412 })
}

@Test(arguments: styles)
func `a recording without tones is drawn as without colors`(style: WaveformStyle) throws {
  let plain = WaveformMeasurement(mix: WaveformSummary(amplitudes: [0.5, 1, 0.2], duration: 3))
  let colored = try canvas(of: plain, style: style, coloring: colorings[0])
  #expect(try colored.pixels == canvas(of: plain, style: style, coloring: nil).pixels)
}

@Test(arguments: styles)
func `extreme recordings and palettes can be drawn`(style: WaveformStyle) throws {
  let none = Gradient(colors: [.clear, .clear])
  let many = Gradient(colors: (0..<64).map { Color(rgb: UInt32($0) * 0x010305) })
  for pitches in [[0.0], [7999], [0, 100, 0]] {
    for seconds in [1.0 / 16_000, 0.01, 1] {
      for coloring in colorings + [.pitch(none), .pitch(many), .bands([.clear, .clear, .clear])] {
        for bars in [1, 7, 65_536] {
          let picture = try canvas(
            of: recording(pitches, seconds: seconds),
            style: style,
            coloring: coloring,
            playhead: 0.4
          ) {
            $0.bars = bars
            $0.size = ThumbnailSize(width: 64, height: 24)
            $0.scaling.measure = .both
          }
          #expect(picture.width == 64)
        }
      }
    }
  }
}

/// Returns the components of a color in linear light.
private func light(_ color: Color) -> SIMD3<Double> {
  let parts = [color.red, color.green, color.blue].map { component -> Double in
    let share = Double(component) / 255
    return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
  }
  return SIMD3(parts[0], parts[1], parts[2])
}

@Test func `the default colors are readable on white and on dark`() {
  func luminance(_ color: Color) -> Double {
    (light(color) * SIMD3(0.2126, 0.7152, 0.0722)).sum()
  }
  let dark = luminance(Color(rgb: 0x121212))
  // WCAG 2 asks for a contrast of 3 for graphics; white has a luminance of 1, and 0.05 is its constant
  // for stray light.
  let ramp = (0...100).map { WaveformColoring.standardRamp.color(at: Double($0) / 100) }
  for color in ramp + WaveformColoring.standardBands {
    let own = luminance(color)
    #expect(1.05 / (own + 0.05) >= 3)
    #expect((own + 0.05) / (dark + 0.05) >= 3)
  }
}

/// How people see who lack a kind of cones.
private struct Vision: Sendable {
  var rows: [SIMD3<Double>]

  // The matrices for linear light of Machado, Oliveira and Fernandes (2009), severity 1.
  static let withoutRed = Vision(rows: [
    SIMD3(0.152286, 1.052583, -0.204868), SIMD3(0.114503, 0.786281, 0.099216),
    SIMD3(-0.003882, -0.048116, 1.051998),
  ])
  static let withoutGreen = Vision(rows: [
    SIMD3(0.367322, 0.860646, -0.227968), SIMD3(0.280085, 0.672501, 0.047413),
    SIMD3(-0.011820, 0.042940, 0.968881),
  ])
  static let full = Vision(rows: [
    SIMD3(1, 0, 0),
    SIMD3(0, 1, 0),
    SIMD3(0, 0, 1),
  ])

  func tone(of color: Color) -> SpectrumRamp.Tone {
    let light = light(color)
    let seen = rows.map { row -> UInt8 in
      let part = min(max((row * light).sum(), 0), 1)
      let share = part <= 0.0031308 ? part * 12.92 : 1.055 * pow(part, 1 / 2.4) - 0.055
      return UInt8((share * 255).rounded())
    }
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
