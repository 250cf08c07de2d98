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
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 80, height: 100)
  look.spacing = 0
  look.cornerRadius = 0
  look.colors.played = Color(red: 255, green: 0, blue: 0)
  look.colors.unplayed = Color(red: 0, green: 0, blue: 255)
  look.movement = movement
  look.moment = moment
  look.playhead = playhead
  let subject = ThumbnailSubject(summary: WaveformSummary(amplitudes: levels, duration: 8))
  let canvas = try ThumbnailDrawing.draw(subject, style: .bars, look: look).canvas
  /// Counts the pixels of a color in the middle column of each bar.
  func counts(of pixel: UInt32) -> [Int] {
    (0..<8).map { bar in
      (0..<100).count { row in canvas.pixels[row * 80 + bar * 10 + 4] == pixel }
    }
  }
  // Red is the lowest byte.
  return (played: counts(of: 0xff00_00ff), unplayed: counts(of: 0xffff_0000))
}

private func moment(_ position: Double, seconds: Double = 0) -> WaveformMoment {
  WaveformMoment(position: position, seconds: seconds)
}

@Test func `progress splits at its moment`() throws {
  let bars = try heights(.progress, at: moment(0.5))
  #expect(bars.played == [20, 20, 40, 40, 0, 0, 0, 0])
  #expect(bars.unplayed == [0, 0, 0, 0, 10, 10, 30, 30])
}

@Test func `reactive bars grow by 1 plus boost times the level, up to the picture's height`()
  throws
{
  // At the level 0.1: 1.15 times the 20, 40, 10 and 30 rows.
  let calm = try heights(.reactive(boost: 1.5), at: moment(0.625))
  #expect(calm.played == [23, 23, 46, 46, 11, 11, 34, 34])
  #expect(calm.unplayed.allSatisfy { $0 == 0 })
  // At the level 0.4: three times as many.
  let loud = try heights(.reactive(boost: 5), at: moment(0.375))
  #expect(loud.played == [60, 60, 100, 100, 30, 30, 90, 90])
  // The boost by default: 20 rows times 1 + 1.4 · 0.4.
  #expect(try heights(.reactive(), at: moment(0.375)).played[0] == 31)
}

@Test func `combined bars grow in the played part, gradually at the split`() throws {
  // Amid the fourth bar, which has grown half as much.
  let bars = try heights(.combined(boost: 5), at: moment(0.375 + 0.0625))
  #expect(bars.played == [60, 60, 100, 80, 0, 0, 0, 0])
  #expect(bars.unplayed == [0, 0, 0, 0, 10, 10, 30, 30])
}

@Test func `idle sweeps to the end and back in two and a half seconds`() throws {
  let course: [(seconds: Double, playedBars: Int)] = [
    (seconds: 0, playedBars: 0),
    (seconds: 0.625, playedBars: 4),
    (seconds: 1.25, playedBars: 8),
    (seconds: 1.875, playedBars: 4),
    (seconds: 2.5, playedBars: 0),
    (seconds: 3.125, playedBars: 4),
  ]
  for (seconds, playedBars) in course {
    // The position of the recording, 0.9, has no effect on it.
    let bars = try heights(.idle, at: moment(0.9, seconds: seconds))
    #expect(bars.played.count { $0 > 0 } == playedBars, "\(seconds)")
    #expect(zip(bars.played, bars.unplayed).map(+) == levels.map { Int($0 * 100) })
  }
}

@Test func `reactive bars keep the playhead`() throws {
  let bars = try heights(.reactive(boost: 0), at: moment(0.1), playhead: 0.75)
  #expect(bars.played == [20, 20, 40, 40, 10, 10, 0, 0])
}

@Test(arguments: [-1, .nan, .infinity, 1e300])
func `extreme boosts and moments are drawn`(strange: Double) throws {
  for movement in [WaveformMovement.reactive(boost: strange), .combined(boost: strange), .idle] {
    _ = try heights(movement, at: moment(strange, seconds: strange))
  }
}

@Test func `the level of a moment is interpolated`() {
  // The middles of the three are at 1/6, 1/2 and 5/6.
  let summary = WaveformSummary(amplitudes: [0, 1, 0.5], duration: 3)
  let course = LevelEnvelope(summary, scaling: WaveformScaling())
  #expect(course.level(at: 0) == 0)
  #expect(course.level(at: 1) == 0.5)
  #expect(course.level(at: .nan) == 0)
  #expect(course.level(at: 0.5) == 1)
  #expect(abs(course.loudestPosition - 0.34) < 0.01)
  let border = course.level(at: 1 / 3.0)
  #expect(border > 0)
  #expect(border < 1)
}

@Test func `dancing bars show the spectrum of the requested moment`() throws {
  // 64 moments of 32 bands; in one of them, every band is at 0.4 of 255.
  var levels = [UInt8](repeating: 0, count: 64 * 32)
  for band in 0..<32 {
    levels[40 * 32 + band] = 102
  }
  var measurement = stereo()
  measurement.spectrum = try #require(WaveformSpectrum(levels: levels))
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 320, height: 100)
  func height() throws -> Int {
    let canvas = try ThumbnailDrawing.draw(measurement, style: .dancingBars, look: look).canvas
    return (0..<100).count { canvas.alpha(165, $0) == 255 }
  }
  // Without a moment the loudest is shown; between two moments, their mean.
  #expect(try height() == 40)

  look.moment = moment(40.5 / 64)
  #expect(try height() == 40)
  look.moment = moment(41 / 64)
  #expect(try height() == 20)

  look.moment = moment(0.1)
  #expect(try height() <= 3)
}

@Test(arguments: [WaveformStyle.mirroredBars, .line, .circular, .spectrum])
func `every movement equals its golden picture`(style: WaveformStyle) throws {
  var look = ThumbnailLook()
  if style == .circular {
    look.size = ThumbnailSize(width: 100, height: 100)
  } else {
    look.size = ThumbnailSize(width: 160, height: 40)
  }
  look.moment = WaveformMoment(position: 0.55, sweeps: 0.2, phase: 1)
  look.colors.unplayedGradient = Gradient(colors: [
    Color(red: 0xdd, green: 0xdd, blue: 0xff), Color(red: 0x66, green: 0x66, blue: 0x88),
  ])
  let movements: [(String, WaveformMovement)] = [
    ("reactive", .reactive(boost: 0.6)),
    ("combined", .combined(boost: 0.6)),
    ("idle", .idle),
  ]
  for (name, movement) in movements {
    look.movement = movement
    let canvas = try ThumbnailDrawing.draw(stereo(), style: style, look: look, scale: 2).canvas
    try GoldenPicture(name: "\(style.rawValue).\(name)@2x").expect(canvas)
  }
}
