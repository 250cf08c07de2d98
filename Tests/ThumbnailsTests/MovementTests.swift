import Raster
import Testing
import Thumbnails
import Waveform

/// Eight bars of ten points each, of 20, 40, 10 and 30 rows of 100.
private let levels: [Float] = [0.2, 0.2, 0.4, 0.4, 0.1, 0.1, 0.3, 0.3]

/// Returns the number of played and unplayed rows in each of eight bars.
private func heights(
  _ movement: WaveformMovement,
  at moment: WaveformMoment,
  playhead: Double? = nil
) throws -> (played: [Int], unplayed: [Int]) {
  var look = ThumbnailLook(width: 80, height: 100)
  look.geometry.spacing = 0
  look.geometry.cornerRadius = 0
  look.colors.played = red
  look.colors.unplayed = blue
  look.movement = movement
  look.moment = moment
  look.playhead = playhead
  let canvas = try draw(ThumbnailSubject(levels: levels, seconds: 8), .bars, look: look)
  /// Counts the pixels of a color in the middle column of each bar.
  func counts(of color: Color) -> [Int] {
    (0..<8).map { bar in
      let middle = bar * 10 + 4
      return (0..<100).count { row in canvas.pixel(x: middle, y: row) == color.pixel }
    }
  }
  return (played: counts(of: red), unplayed: counts(of: blue))
}

private func moment(_ position: Double, seconds: Double = 0) -> WaveformMoment {
  WaveformMoment(position: position, seconds: seconds)
}

@Test func `progress splits at its moment`() throws {
  let bars = try heights(.progress, at: moment(0.5))
  #expect(bars.played == [20, 20, 40, 40, 0, 0, 0, 0])
  #expect(bars.unplayed == [0, 0, 0, 0, 10, 10, 30, 30])
}

@Test
func `reactive bars grow by 1 plus boost times the level, up to the picture's height`() throws {
  // At the level 0.1: 1.15 times the 20, 40, 10 and 30 rows.
  let calm = try heights(.reactive(boost: 1.5), at: moment(0.625))
  #expect(calm.played == [23, 23, 46, 46, 11, 11, 34, 34])
  #expect(calm.unplayed.allSatisfy { $0 == 0 })
  // At the level 0.4: three times as many.
  let loud = try heights(.reactive(boost: 5), at: moment(0.375))
  #expect(loud.played == [60, 60, 100, 100, 30, 30, 90, 90])
  // The boost by default: 20 rows times 1 + 1.4 · 0.4.
  let usual = try heights(.reactive(), at: moment(0.375))
  #expect(usual.played[0] == 31)
}

@Test func `combined bars grow in the played part, gradually at the split`() throws {
  // Amid the fourth bar, which has grown half as much.
  let bars = try heights(.combined(boost: 5), at: moment(0.375 + 0.0625))
  #expect(bars.played == [60, 60, 100, 80, 0, 0, 0, 0])
  #expect(bars.unplayed == [0, 0, 0, 0, 10, 10, 30, 30])
}

@Test func `idle sweeps to the end and back in two and a half seconds`() throws {
  // Eight bars in 1.25 seconds, and back.
  let steps: [(seconds: Double, playedBars: Int)] = [
    (seconds: 0, playedBars: 0),
    (seconds: 0.625, playedBars: 4),
    (seconds: 1.25, playedBars: 8),
    (seconds: 1.875, playedBars: 4),
    (seconds: 2.5, playedBars: 0),
    (seconds: 3.125, playedBars: 4),
  ]
  let allRows = levels.map { Int($0 * 100) }
  for (seconds, playedBars) in steps {
    // The position of the recording, 0.9, has no effect on it.
    let bars = try heights(.idle, at: moment(0.9, seconds: seconds))
    #expect(bars.played.count { $0 > 0 } == playedBars, "\(seconds)")
    #expect(zip(bars.played, bars.unplayed).map(+) == allRows)
  }
}

@Test func `reactive bars keep the playhead`() throws {
  let bars = try heights(.reactive(boost: 0), at: moment(0.1), playhead: 0.75)
  #expect(bars.played == [20, 20, 40, 40, 10, 10, 0, 0])
}

@Test(arguments: [-1, .nan, .infinity, 1e300])
func `extreme boosts and moments are drawn`(extreme: Double) throws {
  let movements: [WaveformMovement] = [
    .reactive(boost: extreme),
    .combined(boost: extreme),
    .idle,
  ]
  for movement in movements {
    let bars = try heights(movement, at: moment(extreme, seconds: extreme))
    #expect(bars.played.allSatisfy { $0 <= 100 })
  }
}

@Test func `the level of a moment is interpolated`() {
  // The middles of the three bars are at 1/6, 1/2 and 5/6.
  let summary = WaveformSummary(amplitudes: [0, 1, 0.5], duration: 3)
  let envelope = LevelEnvelope(summary, scaling: WaveformScaling())
  #expect(envelope.level(at: 0) == 0)
  #expect(envelope.level(at: 0.5) == 1)
  #expect(envelope.level(at: 1) == 0.5)
  #expect(envelope.level(at: .nan) == 0)
  let border = envelope.level(at: 1.0 / 3)
  #expect(border > 0)
  #expect(border < 1)
}

@Test func `the loudest position is where the loudest level begins`() {
  let summary = WaveformSummary(amplitudes: [0, 1, 0.5], duration: 3)
  let envelope = LevelEnvelope(summary, scaling: WaveformScaling())
  // The first of 160 steps that lies within the second third, by its middle.
  #expect(abs(envelope.loudestPosition - 0.34) < 0.01)
}

@Test func `dancing bars show the spectrum of the requested moment`() throws {
  // In one of 64 moments, every band is at 0.4 of 255.
  let levels = (0..<WaveformSpectrum.momentCount).flatMap { moment in
    let level: UInt8 = moment == 40 ? 102 : 0
    return [UInt8](repeating: level, count: WaveformSpectrum.bandCount)
  }
  var measurement = stereo()
  measurement.spectrum = try #require(WaveformSpectrum(levels: levels))
  /// Returns the height of a bar in the middle, of 100 rows.
  func height(at moment: WaveformMoment?) throws -> Int {
    var look = ThumbnailLook(width: 320, height: 100)
    look.moment = moment
    let canvas = try draw(measurement, .dancingBars, look: look)
    return (0..<100).count { canvas.alpha(x: 165, y: $0) == 255 }
  }
  // Without a moment the loudest is shown.
  #expect(try height(at: nil) == 40)
  #expect(try height(at: moment(40.5 / 64)) == 40)
  // Between two moments, their mean.
  #expect(try height(at: moment(41.0 / 64)) == 20)
  // Three points are the least that is drawn.
  #expect(try height(at: moment(0.1)) <= 3)
}

@Test(arguments: [WaveformStyle.mirroredBars, .line, .circular, .spectrum])
func `every movement equals its golden picture`(style: WaveformStyle) throws {
  let isSquare = style == .circular
  var look =
    isSquare
    ? ThumbnailLook(width: 100, height: 100)
    : ThumbnailLook(width: 160, height: 40)
  look.moment = WaveformMoment(position: 0.55, sweeps: 0.2, phase: 1)
  look.colors.unplayedGradient = Gradient(colors: [
    Color(red: 0xdd, green: 0xdd, blue: 0xff),
    Color(red: 0x66, green: 0x66, blue: 0x88),
  ])
  let movements: [(name: String, movement: WaveformMovement)] = [
    (name: "reactive", movement: .reactive(boost: 0.6)),
    (name: "combined", movement: .combined(boost: 0.6)),
    (name: "idle", movement: .idle),
  ]
  for (name, movement) in movements {
    look.movement = movement
    let canvas = try draw(stereo(), style, look: look, scale: 2)
    try GoldenPicture(name: "\(style.rawValue).\(name)@2x").expect(canvas)
  }
}
