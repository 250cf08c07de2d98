import Raster
import Testing
import Thumbnails

@testable import WavethumbBatch
@testable import WavethumbLibrary
@testable import WavethumbOptions

private func scan(_ line: String) throws -> ScanOptions {
  let command = try CommandLineParser.parse(arguments(line))
  guard case .scan(let options) = command else { throw UsageError.noCommand }
  return options
}

private func refusal(_ line: String) -> String {
  do {
    _ = try scan(line)
    return "accepted"
  } catch let error as UsageError {
    return UsageSentences.text(error)
  } catch {
    return "\(error)"
  }
}

@Test func `movements are parsed with their boost`() throws {
  func movement(_ word: String) throws -> WaveformMovement? {
    try scan("scan lib --at 0.5 --movement \(word)").pictures.look.movement
  }
  #expect(try movement("progress") == .progress)
  #expect(try movement("Reactive") == .reactive(boost: 1.4))
  #expect(try movement("reactive:0.5") == .reactive(boost: 0.5))
  #expect(try movement("combined:2") == .combined(boost: 2))
  #expect(try movement("idle") == .idle)
}

@Test func `an animation is parsed as seconds and frame rate`() throws {
  #expect(
    try scan("scan lib --animate 5").pictures.animation
      == AnimationTiming(seconds: 5, framesPerSecond: 20)
  )
  #expect(
    try scan("scan lib --animate 2.5@30").pictures.animation
      == AnimationTiming(seconds: 2.5, framesPerSecond: 30)
  )
}

@Test(arguments: [
  ("--movement bounce", "--movement \"bounce\": expected progress, reactive, combined or idle"),
  ("--movement idel --at 0", "--movement \"idel\": did you mean idle?"),
  ("--movement reactive:x --at 0", "--movement \"reactive:x\": expected a number"),
  ("--movement idle:2 --at 0", "--movement \"idle:2\": did you mean idle?"),
  (
    "--movement idle",
    "--movement needs a moment: use --at T for a still, or --animate SECONDS"
  ),
  ("--animate 0", "--animate \"0\": expected a value from 0.1 to 600"),
  ("--animate 5@61", "--animate \"5@61\": expected a value from 1 to 60"),
  // An at sign, which promises a rate.
  ("--animate 5@", "--animate \"5@\": the value is empty"),
  ("--animate 5 --at 0.5", "--at and --animate exclude each other"),
  ("--animate 5 --playhead 0.5", "--playhead and --animate exclude each other"),
  ("--movement progress --at 0.2 --playhead 0.5", "--playhead and --at exclude each other"),
  // Each of the three is allowed alone; together they have 2.6 billion pixels.
  (
    "--animate 600@60 --size 598x120",
    "36000 frames of 598x120 pixels are too many: an animation has at most 500,000,000 pixels; "
      + "make it smaller, shorter or slower"
  ),
])
func `incompatible options are rejected with a reason`(options: String, sentence: String) {
  #expect(refusal("scan lib \(options)") == sentence)
}

@Test func `a playhead can be a moment, and is kept under reactive bars`() throws {
  let progress = try scan("scan lib --movement progress --playhead 0:30").pictures
    .look(forSeconds: 60)
  #expect(progress.moment?.position == 0.5)
  // A sweep takes 2.5 s, of which 30 s have twelve; a fraction, below, is how far one sweep has
  // come.
  #expect(progress.moment?.sweeps == 12)

  let reactive = try scan("scan lib --movement reactive --at 0.25 --playhead 0.5").pictures
    .look(forSeconds: 60)
  #expect(reactive.moment?.position == 0.25)
  #expect(reactive.moment?.sweeps == 0.25)
  #expect(reactive.playhead == 0.5)

  // Without a movement a playhead divides the colors, and nothing moves.
  #expect(try scan("scan lib --playhead 0.5").pictures.look(forSeconds: 60).moment == nil)
}

@Test func `the settings contain movements only if given`() throws {
  // Each changes the pictures: with equal settings for two of them, the second scan would keep
  // those of the first.
  let choices = [
    "", "--at 0.5", "--at 0:05", "--at 0.5 --movement progress", "--at 0.5 --movement idle",
    "--at 0.5 --movement reactive", "--at 0.5 --movement reactive:2",
    "--at 0.5 --movement combined:2", "--animate 5", "--animate 6", "--animate 5@21",
    "--animate 5 --movement idle", "--unplayed-gradient red,blue", "--style spectrum",
  ]
  let texts = try choices.map { choice in
    let options = try scan("scan lib \(choice)").recordings
    return ScanSettings(options, ffmpeg: nil).text
  }
  #expect(Set(texts).count == choices.count)

  // Members that are always written would redraw every library that was scanned before they
  // existed.
  let plain = String(decoding: texts[0], as: UTF8.self)
  for name in ["movement", "boost", "\"at", "animation", "framesPerSecond"] {
    #expect(!plain.contains(name))
  }
}

@Test func `gradients of played and unplayed parts are parsed`() throws {
  let colors = try scan("scan lib --gradient red,blue --unplayed-gradient white,silver,gray")
    .pictures.look.colors
  #expect(colors.playedGradient?.stops.count == 2)
  #expect(colors.unplayedGradient?.stops.count == 3)
}
