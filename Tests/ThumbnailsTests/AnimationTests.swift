import Raster
import Testing
import Thumbnails
import Waveform

private func animation(
  _ style: WaveformStyle,
  timing: AnimationTiming,
  movement: WaveformMovement? = nil
) -> ThumbnailAnimation {
  var look = ThumbnailLook(width: 60, height: 30)
  look.movement = movement
  return ThumbnailAnimation(stereo(), style: style, look: look, timing: timing)
}

@Test func `an animation has its frames`() {
  let usual = AnimationTiming(seconds: 5)
  #expect(usual.frameCount == 100)
  let slow = AnimationTiming(seconds: 2.5, framesPerSecond: 10)
  #expect(slow.frameCount == 25)
}

@Test func `an animation has two frames at least, and those of ten minutes at most`() {
  let short = AnimationTiming(seconds: 0.1, framesPerSecond: 1)
  #expect(short.frameCount == 2)
  let invalid = AnimationTiming(seconds: .nan, framesPerSecond: 0)
  #expect(invalid.frameCount == 2)
  // 60 frames a second are the most.
  let endless = AnimationTiming(seconds: .infinity, framesPerSecond: .max)
  #expect(endless.frameCount == 36_000)
}

@Test(arguments: [WaveformStyle.mirroredBars, .line, .dots, .circular, .spectrum])
func `the first frame is the still, then the loop plays once`(style: WaveformStyle) throws {
  let animation = animation(style, timing: AnimationTiming(seconds: 1, framesPerSecond: 8))
  let eighths = (0..<8).map { animation.moment(ofFrame: $0).position * 8 }
  #expect(eighths == [8, 1, 2, 3, 4, 5, 6, 7])

  var look = ThumbnailLook(width: 60, height: 30)
  let still = try draw(stereo(), style, look: look)
  #expect(try animation.frame(0).canvas.pixels == still.pixels)
  look.playhead = 3.0 / 8
  let threeEighths = try draw(stereo(), style, look: look)
  #expect(try animation.frame(3).canvas.pixels == threeEighths.pixels)
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
  let stepsBack = zip(positions, positions.dropFirst()).count { $0 > $1 }
  #expect(stepsBack <= 1)
}

@Test(arguments: [0.4, 2.5, 3, 11])
func `waves close the loop`(seconds: Double) {
  let timing = AnimationTiming(seconds: seconds, framesPerSecond: 20)
  let animation = animation(.sine, timing: timing, movement: .idle)
  let first = animation.moment(ofFrame: 0)
  // The frame behind the last is the first again.
  let next = animation.moment(ofFrame: animation.frameCount)
  let turns = (next.phase - first.phase) / (2 * .pi)
  #expect(abs(turns - turns.rounded()) < 1e-9)
  #expect(turns >= 1)
  // As near as whole turns can be to 15 radians a second: half a turn off.
  let exactTurns = 15 * seconds / (2 * Double.pi)
  #expect(abs(turns - exactTurns) <= 0.5)
}

@Test(arguments: [0.4, 2.5, 3, 11])
func `sweeps close the loop`(seconds: Double) {
  let timing = AnimationTiming(seconds: seconds, framesPerSecond: 20)
  let animation = animation(.bars, timing: timing)
  let first = animation.moment(ofFrame: 0).sweeps
  #expect(first == 0.5)

  // The last frame lacks one step of the whole.
  let steps = Double(animation.frameCount)
  let sweeps = animation.moment(ofFrame: animation.frameCount - 1).sweeps - first
  let whole = sweeps * steps / (steps - 1)
  // A sweep takes two and a half seconds, and there is one at least.
  let expected = max(1, (seconds / 2.5).rounded())
  #expect(abs(whole - expected) < 1e-9)
}

@Test(arguments: [WaveformMovement.reactive(), .combined(), .progress, .idle])
func `animations with moving edges have few shades`(movement: WaveformMovement) throws {
  var look = ThumbnailLook(width: 120, height: 120)
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

// They have neither a spectrum nor channels.
@Test(arguments: WaveformStyle.allCases)
func `given bars can be animated`(style: WaveformStyle) throws {
  let measurement = WaveformMeasurement(
    mix: WaveformSummary(amplitudes: [0.5, 1, 0.2], duration: 3)
  )
  for movement in [nil, WaveformMovement.progress, .reactive(), .combined(), .idle] {
    var look = ThumbnailLook(width: 40, height: 20)
    look.movement = movement
    let animation = ThumbnailAnimation(
      measurement,
      style: style,
      look: look,
      timing: AnimationTiming(seconds: 0.5, framesPerSecond: 6)
    )
    for index in 0..<animation.frameCount {
      let frame = try animation.frame(index)
      #expect(frame.canvas.width == 40)
    }
  }
}
