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
    let energy = sound.reduce(0) { sum, sample in sum + sample * sample }
    let rms = (energy / Double(sound.count)).squareRoot()
    let gain = amplitude(ofDecibels: level) / rms
    return sound.map { $0 * gain }
  }

  private func shape(rate: Int, seconds: Double, seed: UInt64) -> [Double] {
    let hiss = SoundSignal.noise(rate: rate, seconds: seconds, level: 1, seed: seed)
    func time(_ frame: Int) -> Double {
      Double(frame) / Double(rate)
    }
    switch self {
    case .noise:
      return hiss
    case .tones:
      return hiss.indices.map { Self.chord(at: time($0)) }
    case .speech:
      return hiss.indices.map { frame in
        Self.voice(at: time(frame)) + 0.05 * hiss[frame]
      }
    }
  }

  /// Returns a sample of three tones.
  // Without a common divisor, so that the wave repeats every second only.
  private static func chord(at time: Double) -> Double {
    let turn = 2 * .pi * time
    return sin(220 * turn) + 0.6 * sin(331 * turn) + 0.4 * sin(554 * turn)
  }

  /// Returns a sample of a voice: 15 harmonics in syllables of 230 ms, never quite silent.
  private static func voice(at time: Double) -> Double {
    let vibrato = 0.002 * sin(3 * time)
    let phase = 2 * .pi * 118 * (time + vibrato)
    var voice = 0.0
    for harmonic in 1...15 {
      voice += sin(Double(harmonic) * phase) / Double(harmonic)
    }
    let syllable = pow(sin(.pi * time / 0.23), 2)
    return voice * (0.12 + syllable)
  }
}

/// Plants holes of 3 to 95 ms, one in every 400 ms.
// A dropout is 2 to 100 ms long; the lengths leave a margin on both sides.
private func plantHoles(_ count: Int, in sound: inout [Double], rate: Int, seed: UInt64) {
  var random = SeededNumbers(seed: seed)
  func frames(milliseconds: Int) -> Int {
    rate * milliseconds / 1000
  }
  let lengths = frames(milliseconds: 3)...frames(milliseconds: 95)
  // From the beginning of its period: 105 ms of sound are left behind a hole at least.
  let offsets = frames(milliseconds: 50)...frames(milliseconds: 200)
  let period = frames(milliseconds: 400)
  for hole in 0..<count {
    let length = Int.random(in: lengths, using: &random)
    let start = hole * period + Int.random(in: offsets, using: &random)
    for frame in start..<start + length {
      sound[frame] = 0
    }
  }
}

/// Returns the number of dropouts in 16-bit channels.
private func dropoutCount(of channels: [[Double]], rate: Int = 8000) -> Int {
  SoundSignal(rate: rate, channels).sound(.int16).dropouts.count
}

@Test(arguments: HoleGround.allCases, [-15.0, -30, -41, -50])
func `holes are found in sound of any level`(ground: HoleGround, level: Double) {
  var sound = ground.samples(rate: 16_000, seconds: 41, level: level, seed: 3)
  #expect(dropoutCount(of: [sound], rate: 16_000) == 0)

  plantHoles(100, in: &sound, rate: 16_000, seed: 5)
  let found = dropoutCount(of: [sound], rate: 16_000)
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
  plantHoles(20, in: &left, rate: rate, seed: 11)
  plantHoles(20, in: &right, rate: rate, seed: 11)

  let signal = SoundSignal(rate: rate, [left, right])
  let whole = signal.measurement(encoding, parts: 1)
  let found = whole.sound?.dropouts.count ?? 0
  #expect((19...20).contains(found), "\(found)")
  #expect(signal.measurement(encoding, parts: 3) == whole)
}

@Test func `a hole is found beside quiet samples, with its start and end`() throws {
  // The zero crossings of a tone of 100 Hz are beside the hole, and a passage a hundred times as
  // loud is elsewhere.
  var sound = SoundSignal.sine(100, rate: 8000, seconds: 6, level: 0.004)
  sound += SoundSignal.sine(100, rate: 8000, seconds: 2, level: 0.4)
  // 15 ms from the third second on.
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
  #expect(dropoutCount(of: [left, right]) == 0)
  // In the channel alone it is one.
  #expect(dropoutCount(of: [left]) == 1)
}

/// Returns noise with 50 ms of zeros, and a gain of the frames before them by their distance.
private func noiseWithZeros(after gain: (_ framesBefore: Int) -> Double) -> [Double] {
  let noise = HoleGround.noise.samples(rate: 8000, seconds: 3, level: -20, seed: 4)
  let zeros = 12_000..<12_400
  return noise.indices.map { frame in
    if zeros.contains(frame) { return 0 }
    guard frame < zeros.lowerBound else { return noise[frame] }
    return noise[frame] * gain(zeros.lowerBound - frame)
  }
}

@Test func `fades, gates and rests before a drum are no dropouts`() {
  // Without a gain there is one, so the zeros of the others are not missed for another reason.
  let cut = noiseWithZeros { _ in 1 }
  #expect(dropoutCount(of: [cut]) == 1)

  // 15 ms, as a gate closes.
  let faded = noiseWithZeros { framesBefore in min(1, Double(framesBefore) / 120) }
  #expect(dropoutCount(of: [faded]) == 0)
  // From full level 300 frames before, as a drum fades before a beat.
  let decayed = noiseWithZeros { framesBefore in exp(Double(300 - framesBefore) / -60) }
  #expect(dropoutCount(of: [decayed]) == 0)
}

@Test func `the zeros of eight bits are no dropouts`() {
  // A slow tone of two units of eight bits is zero for 4 ms at a time.
  let tone = SoundSignal.sine(30, rate: 8000, seconds: 3, level: 2.0 / 128)
  let eightBits = tone.map { ($0 * 128).rounded() / 128 }
  let report = SoundSignal(rate: 8000, [eightBits]).sound(.float32)
  #expect(report.dropouts.count == 0)
}
