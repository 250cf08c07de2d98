import Raster
import Testing
import Thumbnails
import Waveform

private func animation(
  _ style: WaveformStyle,
  timing: AnimationTiming,
  movement: WaveformMovement? = nil
) -> ThumbnailAnimation {
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 60, height: 30)
  look.movement = movement
  return ThumbnailAnimation(stereo(), style: style, look: look, timing: timing)
}

@Test func `an animation has its frames, within limits`() {
  #expect(AnimationTiming(seconds: 5).frameCount == 100)
  #expect(AnimationTiming(seconds: 2.5, framesPerSecond: 10).frameCount == 25)
  // At least two; at most ten minutes of 60 frames a second.
  #expect(AnimationTiming(seconds: 0.1, framesPerSecond: 1).frameCount == 2)
  #expect(AnimationTiming(seconds: .infinity, framesPerSecond: .max).frameCount == 36_000)
  #expect(AnimationTiming(seconds: .nan, framesPerSecond: 0).frameCount == 2)
}

@Test(arguments: [WaveformStyle.mirroredBars, .line, .dots, .circular, .spectrum])
func `the first frame is the still, then the loop plays once`(style: WaveformStyle) throws {
  let animation = animation(style, timing: AnimationTiming(seconds: 1, framesPerSecond: 8))
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 60, height: 30)
  let still = try ThumbnailDrawing.draw(stereo(), style: style, look: look).canvas
  #expect(try animation.frame(0).canvas.pixels == still.pixels)
  let eighths = (0..<8).map { animation.moment(ofFrame: $0).position * 8 }
  #expect(eighths == [8, 1, 2, 3, 4, 5, 6, 7])

  look.playhead = 0.375
  let third = try ThumbnailDrawing.draw(stereo(), style: style, look: look).canvas
  #expect(try animation.frame(3).canvas.pixels == third.pixels)
}

@Test func `an animation of moments begins with the loudest`() {
  // The left channel grows louder to the end, the right one is half as loud.
  let animation = animation(.speech, timing: AnimationTiming(seconds: 2, framesPerSecond: 10))
  let positions = (0..<20).map { animation.moment(ofFrame: $0).position }
  // Twenty positions, each once and in order, but for the step from the end to the beginning.
  #expect(positions[0] > 0.8)
  #expect(Set(positions).count == 20)
  #expect(positions.min() == 0.05)
  #expect(positions.max() == 1)
  #expect(zip(positions, positions.dropFirst()).count { $0 > $1 } <= 1)
}

@Test(arguments: [0.4, 2.5, 3, 11])
func `sweeps and waves close the loop`(seconds: Double) {
  let animation = animation(
    .sine,
    timing: AnimationTiming(seconds: seconds, framesPerSecond: 20),
    movement: .idle
  )
  let count = animation.frameCount
  let next = animation.moment(ofFrame: count)

  let turns = (next.phase - animation.moment(ofFrame: 0).phase) / (2 * .pi)
  // Whole turns, as near as they can be to 15 radians a second.
  #expect(abs(turns - turns.rounded()) < 1e-9)
  #expect(turns >= 1)
  #expect(abs(turns / seconds - 15 / (2 * .pi)) < max(0.5 / seconds, 1.5))

  let bars = ThumbnailAnimation(
    stereo(),
    style: .bars,
    look: ThumbnailLook(),
    timing: AnimationTiming(seconds: seconds, framesPerSecond: 20)
  )
  #expect(bars.moment(ofFrame: 0).sweeps == 0.5)

  let sweeps = bars.moment(ofFrame: bars.frameCount - 1).sweeps - 0.5
  let whole = sweeps * Double(bars.frameCount) / Double(bars.frameCount - 1)
  #expect(abs(whole - max(1, (seconds / 2.5).rounded())) < 1e-9)
}

@Test(arguments: [WaveformMovement.reactive(), .combined(), .progress, .idle])
func `animations with moving edges have few shades`(movement: WaveformMovement) throws {
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 120, height: 120)
  look.movement = movement
  let animation = ThumbnailAnimation(
    stereo(),
    style: .circular,
    look: look,
    timing: AnimationTiming(seconds: 1, framesPerSecond: 5)
  )
  // Bars that grow have other edges in each frame. With 16 levels in two colors, frames compress
  // well: 31 shades, since clear is one.
  let shades = Set(try animation.frame(2).canvas.pixels).count
  if movement == .reactive() || movement == .combined() {
    #expect(shades <= 31)
  } else {
    #expect(shades > 60)
  }
}

@Test func `given bars can be animated`() throws {
  let measurement = WaveformMeasurement(
    mix: WaveformSummary(amplitudes: [0.5, 1, 0.2], duration: 3)
  )
  for style in WaveformStyle.allCases {
    for movement in [nil, WaveformMovement.progress, .reactive(), .combined(), .idle] {
      var look = ThumbnailLook()
      look.size = ThumbnailSize(width: 40, height: 20)
      look.movement = movement
      let animation = ThumbnailAnimation(
        measurement,
        style: style,
        look: look,
        timing: AnimationTiming(seconds: 0.5, framesPerSecond: 6)
      )
      for index in 0..<animation.frameCount {
        _ = try animation.frame(index)
      }
    }
  }
}
