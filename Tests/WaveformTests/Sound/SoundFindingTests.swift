import Glibc
import Testing
import WavethumbBytes

@testable import Waveform

private let rate = 8000

private func findings(_ signal: SoundSignal, encoding: SampleFormat.Encoding = .int16)
  -> [SoundFinding]
{
  signal.sound(encoding).findings(isTruncated: false, hasGaps: false)
}

/// Returns the findings of 16-bit channels.
private func findings(_ channels: [[Double]]) -> [SoundFinding] {
  findings(SoundSignal(rate: rate, channels))
}

private func noise(_ seconds: Double, level: Double = 0.3, seed: UInt64 = 1) -> [Double] {
  SoundSignal.noise(rate: rate, seconds: seconds, level: level, seed: seed)
}

@Test func `a clean recording has no findings`() {
  let signal = SoundSignal(rate: rate, [noise(4), noise(4, seed: 2)])
  #expect(findings(signal).isEmpty)
  #expect(findings(SoundSignal(levels: [(0, 3)])).isEmpty)
}

// Silence is what stays below 0.001 of full scale, -60 dBFS.
@Test func `silence is found, and nothing else in it`() {
  #expect(findings([noise(4, level: 0.0005)]) == [.silent])
  #expect(!findings([noise(4, level: 0.01)]).contains(.silent))
}

@Test func `a silent channel is found beside one that is not`() {
  #expect(findings([noise(2), noise(2, level: 0.0001)]) == [.silentChannel])
  #expect(
    SoundSignal(rate: rate, [noise(2), noise(2, level: 0.0001)]).sound().silentChannels == [2]
  )
  #expect(findings([noise(2), noise(2, level: 0.01)]).isEmpty)
}

@Test func `a silent channel of low-frequency effects is no finding`() {
  let quiet = noise(2, level: 0.0001)
  let surround = [noise(2), noise(2), noise(2), quiet, noise(2), noise(2)]
  #expect(SoundSignal(rate: rate, surround).sound().silentChannels == [])
  let center = [noise(2), noise(2), quiet, quiet, noise(2), noise(2)]
  #expect(SoundSignal(rate: rate, center).sound().silentChannels == [3])
  let named = SoundSource(
    isLossless: true,
    channels: 6,
    names: ["L", "C", "R", "Ls", "Rs", "LFE"]
  )
  #expect(named.lowFrequency == 5)
}

@Test func `an inverted channel is found, and two equal ones are a fact`() {
  let left = noise(2)
  let inverted = SoundSignal(rate: rate, [left, left.map { -$0 }])
  #expect(findings(inverted) == [.inverted])
  #expect(inverted.sound().correlation == -1)

  // Noise of two thirds of the level leaves a correlation of -0.83, above the limit of -0.9.
  let otherNoise = noise(2, level: 0.2, seed: 5)
  let mixed = zip(left, otherNoise).map { sample, other in other - sample }
  #expect(findings([left, mixed]).isEmpty)

  let dual = SoundSignal(rate: rate, [left, left])
  #expect(findings(dual).isEmpty)
  #expect(dual.sound().dualMono == true)
}

/// Returns noise with `runs` runs of `samples` samples at a constant level.
private func clipped(at level: Double, runs: Int, samples: Int) -> SoundSignal {
  var sound = noise(3, level: 0.5)
  for run in 0..<runs {
    for sample in 0..<samples {
      sound[1000 + 500 * run + sample] = level
    }
  }
  return SoundSignal(rate: rate, [sound])
}

@Test func `samples that were cut off are found at full scale and below`() {
  for level in [0.7, 1] {
    let sound = clipped(at: level, runs: 5, samples: 6).sound(.int16)
    #expect(sound.clipping.runs == 5)
    #expect(sound.clipping.samples == 30)
    #expect(sound.clipping.firstAt == 0.125)

    // A finding takes three runs and 30 samples: one more and one less than either.
    #expect(findings(clipped(at: level, runs: 5, samples: 6)) == [.clipping])
    #expect(findings(clipped(at: level, runs: 2, samples: 20)).isEmpty)
    #expect(findings(clipped(at: level, runs: 5, samples: 5)).isEmpty)
  }
}

@Test func `a full-scale sine and held samples are not clipped`() {
  #expect(findings(SoundSignal(levels: [(0, 3)])).isEmpty)
  // Plateaus of five samples, as a sound chip holds them: all of the signal, and not its peaks.
  let plateaus = (0..<3 * rate).map { frame in frame / 5 % 7 == 0 ? 0.9 : 0.1 }
  #expect(!findings([plateaus]).contains(.clipping))
}

/// Returns a signal in eight bits, which are decoded to floating point.
private func eightBits(_ signal: [Double]) -> SoundSignal {
  let samples = signal.map { sample in
    let scaled = (sample * 128).rounded()
    return min(127, max(-128, scaled)) / 128
  }
  return SoundSignal(rate: rate, [samples])
}

@Test(arguments: [20, 50, 70, 100], [0, -1, -3, -6, -12])
func `the flat tops of a slow tone in eight bits are not clipped`(
  frequency: Double,
  decibels: Double
) {
  let level = pow(10, decibels / 20)
  // Just below 1, as the highest number of eight bits is 127.
  let sine = SoundSignal.sine(frequency, rate: rate, seconds: 3, level: level * 127 / 128)
  for encoding in [SampleFormat.Encoding.float32, .int16] {
    #expect(!findings(eightBits(sine), encoding: encoding).contains(.clipping))
  }
}

@Test func `what was cut off in eight bits is found, at full scale and below`() {
  let loud = noise(3, level: 1.6)
  #expect(findings(eightBits(loud), encoding: .float32).contains(.clipping))
  let lower = loud.map { min(0.6, max(-0.6, $0)) }
  #expect(findings(eightBits(lower), encoding: .float32).contains(.clipping))
}

@Test func `lossy recordings clip beyond full scale for a millisecond of a second`() {
  func lossy(_ runs: Int) -> [SoundFinding] {
    let signal = clipped(at: 1.2, runs: runs, samples: 4)
    return signal.sound(.float32, lossless: false).findings(isTruncated: false, hasGaps: false)
  }
  #expect(lossy(4) == [.clipping])
  #expect(lossy(1).isEmpty)
}

/// Returns a loud tone that is 0 in a range of frames.
private func dropout(_ frames: Range<Int>) -> SoundSignal {
  var sine = SoundSignal.sine(440, rate: rate, seconds: 3, level: 0.5, phase: 90)
  for frame in frames {
    sine[frame] = 0
  }
  return SoundSignal(rate: rate, [sine])
}

@Test func `dropouts of 2 to 100 ms are found amid sound`() {
  // The second crosses the boundary of two units.
  for start in [5000, 15_990] {
    #expect(dropout(start..<start + 100).sound().dropouts.count == 1)
  }
  #expect(findings(dropout(5000..<5100)) == [.dropouts])
  #expect(dropout(5000..<5100).sound().dropouts.firstAt == 0.625)
  // 1 ms and 112 ms.
  #expect(findings(dropout(5000..<5008)).isEmpty)
  #expect(findings(dropout(5000..<5900)).isEmpty)

  // A pause fades in and out.
  let sine = SoundSignal.sine(440, rate: rate, seconds: 3, level: 0.5)
  let faded = sine.enumerated().map { frame, value in
    let distance = abs(frame - 5000)
    guard distance >= 50 else { return 0.0 }
    return value * min(1, Double(distance - 50) / 900)
  }
  #expect(findings([faded]).isEmpty)
}

@Test func `long silence is found before, between and behind sounds`() {
  /// Returns silence and noise in turn, beginning with silence.
  func alternating(_ durations: Double...) -> SoundSignal {
    let sound = durations.enumerated().flatMap { index, seconds in
      SoundSignal.noise(rate: 1000, seconds: seconds, level: index % 2 == 0 ? 0 : 0.3)
    }
    return SoundSignal(rate: 1000, [sound])
  }

  let late = alternating(6, 2, 10.5, 1, 11)
  #expect(findings(late) == [.longSilence, .lateStart, .longTail])
  let silence = late.sound().silence
  #expect(silence.leading == 6)
  #expect(silence.longest == 10.5)
  #expect(silence.longestAt == 8)
  #expect(silence.trailing == 11)

  // Just below 5 s at the start and 10 s elsewhere.
  #expect(findings(alternating(4.9, 2, 9.8, 1, 9.8)).isEmpty)
}

@Test func `an offset is found if it is steady`() {
  // The limit is 0.02.
  let offset = noise(4, level: 0.1).map { $0 + 0.03 }
  #expect(findings([offset]) == [.dcOffset])
  #expect(findings([noise(4, level: 0.1).map { $0 + 0.015 }]).isEmpty)

  // The same mean, of halves with different ones.
  let half = noise(4, level: 0.1).enumerated().map { frame, value in
    let offset = frame < 16_000 ? 0.09 : -0.03
    return value + offset
  }
  #expect(!findings([half]).contains(.dcOffset))
}

@Test func `bits that are never used are found`() {
  let eight = noise(2).map { ($0 * 128).rounded() / 128 }
  #expect(SoundSignal(rate: rate, [eight]).sound(.int16).bits == 8)
  #expect(findings([eight]) == [.paddedBits])
  let nine = noise(2).map { ($0 * 256).rounded() / 256 }
  #expect(findings([nine]).isEmpty)
  let sixteen = noise(2).map { ($0 * 32_768).rounded() / 32_768 }
  #expect(findings(SoundSignal(rate: rate, [sixteen]), encoding: .int24) == [.paddedBits])
  #expect(findings(SoundSignal(rate: rate, [noise(2)]), encoding: .int24).isEmpty)
}

/// Returns noise after a low-pass filter with this many taps.
private func lowPassed(_ frequency: Double, taps: Int) -> SoundSignal {
  let noise = SoundSignal.noise(rate: 44_100, seconds: 3, level: 0.4)
  let half = taps / 2
  // A sinc under a Blackman window.
  let kernel = (-half...half).map { tap -> Double in
    let turn = Double.pi * Double(tap) / Double(half)
    let window = 0.42 + 0.5 * cos(turn) + 0.08 * cos(2 * turn)
    guard tap != 0 else { return 2 * frequency / 44_100 * window }
    let angle = 2 * .pi * frequency / 44_100 * Double(tap)
    return sin(angle) / (.pi * Double(tap)) * window
  }
  let filtered = (0..<noise.count - taps).map { start in
    var sum = 0.0
    for tap in kernel.indices {
      sum += kernel[tap] * noise[start + tap]
    }
    return sum
  }
  return SoundSignal(rate: 44_100, [filtered])
}

@Test func `a spectrum that ends like a wall is found, one that slopes is not`() {
  let wall = lowPassed(16_000, taps: 301)
  let sound = wall.sound(.int16)
  // The measured bandwidth is the middle of the transition band in dB. With these taps, the level
  // falls from 16,000 to 16,400 Hz, and by 42 dB (half of the way to 16-bit noise) at 16,300 Hz.
  #expect(isNear(sound.bandwidth, to: 16_300, within: 60), "\(sound.bandwidth ?? 0)")
  #expect(findings(wall) == [.cutOff])
  #expect(sound.evidence.wall != nil)

  // A lossy file has a wall by its nature.
  let lossy = wall.sound(.float32, lossless: false)
  #expect(lossy.findings(isTruncated: false, hasGaps: false).isEmpty)

  let slope = lowPassed(12_000, taps: 9)
  #expect(findings(slope).isEmpty)
}
