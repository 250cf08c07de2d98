import Glibc
import Testing
import WavethumbBytes

@testable import Waveform

/// Sound in which holes are planted.
enum HoleGround: CaseIterable {
  case noise, speech, tones

  /// Returns samples with an RMS of about `level` dBFS.
  func samples(rate: Int, seconds: Double, level: Double, seed: UInt64) -> [Double] {
    let sound = shape(rate: rate, seconds: seconds, seed: seed)
    let power = sound.reduce(0) { $0 + $1 * $1 } / Double(sound.count)
    let gain = pow(10, level / 20) / power.squareRoot()
    return sound.map { $0 * gain }
  }

  private func shape(rate: Int, seconds: Double, seed: UInt64) -> [Double] {
    let hiss = SoundSignal.noise(rate: rate, seconds: seconds, level: 1, seed: seed)
    switch self {
    case .noise: return hiss
    case .tones:
      // Without a common divisor, so that the wave repeats every second only.
      return hiss.indices.map { frame in
        let time = 2 * .pi * Double(frame) / Double(rate)
        return sin(220 * time) + 0.6 * sin(331 * time) + 0.4 * sin(554 * time)
      }
    case .speech:
      // A voice of 15 harmonics in syllables of 230 ms, which never quite falls silent, and hiss.
      return hiss.indices.map { frame in
        let time = Double(frame) / Double(rate)
        let pitch = 2 * .pi * 118 * (time + 0.002 * sin(3 * time))
        let voice = (1...15).reduce(0.0) { $0 + sin(Double($1) * pitch) / Double($1) }
        let syllable = pow(sin(.pi * time / 0.23), 2)
        return voice * (0.12 + syllable) + 0.05 * hiss[frame]
      }
    }
  }
}

/// Plants holes of 3 to 95 ms, one in every 400 ms, and returns the number of holes.
private func plant(_ count: Int, in sound: inout [Double], rate: Int, seed: UInt64) {
  var numbers = SeededNumbers(state: seed)
  let shortest = rate * 3 / 1000
  let longest = rate * 95 / 1000
  let period = rate * 2 / 5
  for hole in 0..<count {
    let length = Int.random(in: shortest...longest, using: &numbers)
    // 50 to 200 ms from the beginning of its period: 105 ms of sound are left behind it at least.
    let start = hole * period + Int.random(in: rate / 20...rate / 5, using: &numbers)
    for frame in start..<start + length {
      sound[frame] = 0
    }
  }
}

@Test(arguments: HoleGround.allCases, [-15.0, -30, -41, -50])
func `holes are found in sound of any level`(ground: HoleGround, level: Double) {
  var sound = ground.samples(rate: 16_000, seconds: 41, level: level, seed: 3)
  #expect(SoundSignal(rate: 16_000, [sound]).sound(.int16).dropouts.count == 0)

  plant(100, in: &sound, rate: 16_000, seed: 5)
  let found = SoundSignal(rate: 16_000, [sound]).sound(.int16).dropouts.count
  // 5 of 100 holes in speech were missed when `DropoutSearch.minimum` was measured. The quietest
  // speech falls below the floor between its syllables.
  let isFaintSpeech = ground == .speech && level == -50
  let minimumFound = isFaintSpeech ? 86 : 95
  #expect((minimumFound...100).contains(found), "\(ground) at \(level) dBFS: \(found) of 100")
}

@Test(arguments: [8000, 11_025, 44_100, 48_000, 96_000], SampleFormat.Encoding.allCases)
func `holes are found at any rate and depth, in any number of parts`(
  rate: Int,
  encoding: SampleFormat.Encoding
) {
  var left = HoleGround.speech.samples(rate: rate, seconds: 9, level: -24, seed: 7)
  var right = HoleGround.tones.samples(rate: rate, seconds: 9, level: -44, seed: 8)
  // One seed: a hole is one only if both channels have it.
  plant(20, in: &left, rate: rate, seed: 11)
  plant(20, in: &right, rate: rate, seed: 11)

  let signal = SoundSignal(rate: rate, [left, right])
  let whole = signal.measurement(encoding, parts: 1)
  #expect((19...20).contains(whole.sound?.dropouts.count ?? 0))
  #expect(signal.measurement(encoding, parts: 3) == whole)
}

@Test func `a hole is found beside quiet samples, with its start and end`() throws {
  // The zero crossings of a tone of 100 Hz are beside the hole, and a passage a hundred times as
  // loud is elsewhere.
  var sound = SoundSignal.sine(100, rate: 8000, seconds: 6, level: 0.004)
  sound += SoundSignal.sine(100, rate: 8000, seconds: 2, level: 0.4)
  for frame in 24_000..<24_120 {
    sound[frame] = 0
  }
  let report = SoundSignal(rate: 8000, [sound]).sound(.int16)
  #expect(report.dropouts.count == 1)
  #expect(isNear(report.dropouts.firstAt, to: 3, within: 0.001))
}

@Test func `a hole in one channel is none`() {
  var left = HoleGround.noise.samples(rate: 8000, seconds: 3, level: -20, seed: 1)
  let right = HoleGround.noise.samples(rate: 8000, seconds: 3, level: -20, seed: 2)
  for frame in 9000..<9200 {
    left[frame] = 0
  }
  #expect(SoundSignal(rate: 8000, [left, right]).sound(.int16).dropouts.count == 0)
}

@Test func `fades, gates, rests before a drum and the zeros of eight bits are no dropouts`() {
  let noise = HoleGround.noise.samples(rate: 8000, seconds: 3, level: -20, seed: 4)
  /// Returns the number of dropouts in noise with 50 ms of zeros, after what `gain` makes of the
  /// frames before them, which count from there.
  func dropouts(before gain: (Int) -> Double) -> Int {
    let sound = noise.indices.map { index in
      let frame = index - 12_000
      switch frame {
      case ..<0: return noise[index] * gain(frame)
      case ..<400: return 0.0
      default: return noise[index]
      }
    }
    return SoundSignal(rate: 8000, [sound]).sound(.int16).dropouts.count
  }
  // Without a gain there is one, so the zeros of the others are not missed for another reason.
  #expect(dropouts { _ in 1 } == 1)
  // 15 ms of a fade, and a decay before a beat.
  #expect(dropouts { min(1, Double(-$0) / 120) } == 0)
  #expect(dropouts { exp(Double($0 + 300) / -60) } == 0)

  // A slow tone of two units of eight bits is zero for 4 ms at a time.
  let tone = SoundSignal.sine(30, rate: 8000, seconds: 3, level: 2.0 / 128)
  let eight = tone.map { ($0 * 128).rounded() / 128 }
  #expect(SoundSignal(rate: 8000, [eight]).sound(.float32).dropouts.count == 0)
}
