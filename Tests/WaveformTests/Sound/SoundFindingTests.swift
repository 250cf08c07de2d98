import Glibc
import Testing
import WavethumbBytes

@testable import Waveform

private let rate = 8000

private func findings(
  in signal: SoundSignal,
  encoding: SampleFormat.Encoding = .int16
) -> [SoundFinding] {
  signal.sound(encoding).findings(isTruncated: false, hasGaps: false)
}

/// Returns the findings of 16-bit channels.
private func findings(in channels: [Double]...) -> [SoundFinding] {
  findings(in: SoundSignal(rate: rate, channels))
}

private func noise(_ seconds: Double, level: Double = 0.3, seed: UInt64 = 1) -> [Double] {
  SoundSignal.noise(rate: rate, seconds: seconds, level: level, seed: seed)
}

@Test func `a clean recording has no findings`() {
  #expect(findings(in: noise(4), noise(4, seed: 2)).isEmpty)
}

// Silence is what stays below 0.001 of full scale, -60 dBFS.
@Test func `silence is found, and nothing else in it`() {
  let quiet = noise(4, level: 0.0005)
  #expect(findings(in: quiet) == [.silent])
  let soft = noise(4, level: 0.01)
  #expect(!findings(in: soft).contains(.silent))
}

@Test func `a silent channel is found beside one that is not`() {
  let loud = noise(2)
  let silent = noise(2, level: 0.0001)
  #expect(findings(in: loud, silent) == [.silentChannel])
  let report = SoundSignal(rate: rate, [loud, silent]).sound()
  // Counted from 1.
  #expect(report.silentChannels == [2])

  let soft = noise(2, level: 0.01)
  #expect(findings(in: loud, soft).isEmpty)
}

@Test func `a silent channel of low-frequency effects is no finding`() {
  let loud = noise(2)
  let silent = noise(2, level: 0.0001)
  // The fourth of six channels, unless they have names.
  let withoutEffects = SoundSignal(rate: rate, [loud, loud, loud, silent, loud, loud])
  #expect(withoutEffects.sound().silentChannels == [])
  let withoutCenter = SoundSignal(rate: rate, [loud, loud, silent, silent, loud, loud])
  #expect(withoutCenter.sound().silentChannels == [3])

  let names = ["L", "C", "R", "Ls", "Rs", "LFE"]
  let named = SoundSource(isLossless: true, channels: 6, names: names)
  #expect(named.lowFrequency == 5)
}

@Test func `an inverted channel is found, and two equal ones are a fact`() {
  let left = noise(2)
  let opposite = left.map { -$0 }
  let inverted = SoundSignal(rate: rate, [left, opposite])
  #expect(findings(in: inverted) == [.inverted])
  #expect(inverted.sound().correlation == -1)

  // Noise of two thirds of the level leaves a correlation of -0.83, above the limit of -0.9.
  let otherNoise = noise(2, level: 0.2, seed: 5)
  let mixed = zip(opposite, otherNoise).map { sample, other in sample + other }
  #expect(findings(in: left, mixed).isEmpty)

  let dualMono = SoundSignal(rate: rate, [left, left])
  #expect(findings(in: dualMono).isEmpty)
  #expect(dualMono.sound().dualMono == true)
}

/// Returns noise with runs of samples at a constant level, one every 500 frames from 1,000 on.
private func clipped(at level: Double, runs: Int, samplesPerRun: Int) -> SoundSignal {
  var sound = noise(3, level: 0.5)
  for run in 0..<runs {
    let start = 1000 + 500 * run
    for frame in start..<start + samplesPerRun {
      sound[frame] = level
    }
  }
  return SoundSignal(rate: rate, [sound])
}

@Test(arguments: [0.7, 1])
func `samples that were cut off are found at full scale and below`(level: Double) {
  let signal = clipped(at: level, runs: 5, samplesPerRun: 6)
  let clipping = signal.sound(.int16).clipping
  #expect(clipping.runs == 5)
  #expect(clipping.samples == 30)
  #expect(clipping.firstAt == 0.125)
  #expect(findings(in: signal) == [.clipping])

  // A finding takes three runs and 30 samples.
  let fewRuns = clipped(at: level, runs: 2, samplesPerRun: 20)
  #expect(findings(in: fewRuns).isEmpty)
  let fewSamples = clipped(at: level, runs: 5, samplesPerRun: 5)
  #expect(findings(in: fewSamples).isEmpty)
}

@Test func `a full-scale sine is not clipped`() {
  let sine = SoundSignal(levels: [(level: 0, seconds: 3)])
  #expect(findings(in: sine).isEmpty)
}

@Test(arguments: [0.5, 2, 10.5], [SampleFormat.Encoding.float32, .int16])
func `a constant at full scale is clipped and an offset, whatever its length`(
  seconds: Double,
  encoding: SampleFormat.Encoding
) {
  let constant = Array(repeating: 0.9999, count: Int(seconds * Double(rate)))
  let signal = SoundSignal(rate: rate, [constant])
  let report = signal.sound(encoding)
  #expect(report.clipping.runs == 1)
  #expect(report.clipping.samples == constant.count)
  #expect(report.events.first.map(\.end) == [seconds])
  #expect(findings(in: signal, encoding: encoding) == [.clipping, .dcOffset])
  for parts in [2, 5] {
    #expect(signal.measurement(encoding, parts: parts).sound == report)
  }
}

@Test func `a run longer than a unit is one run, also between sounds`() {
  var sound = noise(14, level: 0.4)
  for frame in 12_345..<90_001 {
    sound[frame] = 1
  }
  let signal = SoundSignal(rate: rate, [sound])
  let clipping = signal.sound(.int24).clipping
  #expect(clipping.runs == 1)
  #expect(clipping.samples == 90_001 - 12_345)
  #expect(signal.measurement(.int24, parts: 3) == signal.measurement(.int24, parts: 1))
}

@Test(arguments: [3.4e38, Double.infinity, 1e16])
func `samples beyond all sound are clipped, not silent`(level: Double) {
  let square = (0..<4 * rate).map { $0 / 10 % 2 == 0 ? level : -level }
  let report = SoundSignal(rate: rate, [square]).sound()
  #expect(report.findings(isTruncated: false, hasGaps: false) == [.clipping])
  #expect(isNear(report.loudness, to: 6, within: 3))

  let constant = Array(repeating: level, count: rate)
  let offset = SoundSignal(rate: rate, [constant])
  #expect(findings(in: offset, encoding: .float32) == [.clipping, .dcOffset])
}

// As a sound chip holds its samples: all of the signal, and not only its peaks.
@Test func `plateaus of five samples are not clipped`() {
  let plateaus = (0..<3 * rate).map { frame in
    let plateau = frame / 5
    return plateau % 7 == 0 ? 0.9 : 0.1
  }
  #expect(!findings(in: plateaus).contains(.clipping))
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
  // Just below 1, as the highest number of eight bits is 127.
  let level = amplitude(ofDecibels: decibels) * 127 / 128
  let sine = SoundSignal.sine(frequency, rate: rate, seconds: 3, level: level)
  let signal = eightBits(sine)
  for encoding in [SampleFormat.Encoding.float32, .int16] {
    #expect(!findings(in: signal, encoding: encoding).contains(.clipping))
  }
}

@Test func `what was cut off in eight bits is found, at full scale and below`() {
  let loud = noise(3, level: 1.6)
  let atFullScale = eightBits(loud)
  #expect(findings(in: atFullScale, encoding: .float32).contains(.clipping))
  let below = eightBits(loud.map { min(0.6, max(-0.6, $0)) })
  #expect(findings(in: below, encoding: .float32).contains(.clipping))
}

@Test func `lossy recordings clip beyond full scale for a millisecond of a second`() {
  func findings(runs: Int) -> [SoundFinding] {
    let signal = clipped(at: 1.2, runs: runs, samplesPerRun: 4)
    let sound = signal.sound(.float32, lossless: false)
    return sound.findings(isTruncated: false, hasGaps: false)
  }
  // 2 ms within a second, and half a millisecond.
  #expect(findings(runs: 4) == [.clipping])
  #expect(findings(runs: 1).isEmpty)
}

/// Returns a loud tone that is 0 in a range of frames.
private func tone(without frames: Range<Int>) -> SoundSignal {
  var sine = SoundSignal.sine(440, rate: rate, seconds: 3, level: 0.5, phase: 90)
  for frame in frames {
    sine[frame] = 0
  }
  return SoundSignal(rate: rate, [sine])
}

@Test func `dropouts of 2 to 100 ms are found amid sound`() {
  let dropout = tone(without: 5000..<5100)
  #expect(findings(in: dropout) == [.dropouts])
  let dropouts = dropout.sound().dropouts
  #expect(dropouts.count == 1)
  #expect(dropouts.firstAt == 0.625)

  // From one unit of 10 ms into another, at 2 s.
  let acrossUnits = tone(without: 15_990..<16_090)
  #expect(acrossUnits.sound().dropouts.count == 1)

  let oneMillisecond = tone(without: 5000..<5008)
  #expect(findings(in: oneMillisecond).isEmpty)
  let longerThanLimit = tone(without: 5000..<5900)
  #expect(findings(in: longerThanLimit).isEmpty)
}

@Test func `a pause that fades in and out is no dropout`() {
  let sine = SoundSignal.sine(440, rate: rate, seconds: 3, level: 0.5)
  let faded = sine.enumerated().map { frame, value in
    // From the middle of 100 frames of silence.
    let distance = abs(frame - 5000)
    guard distance >= 50 else { return 0.0 }
    return value * min(1, Double(distance - 50) / 900)
  }
  #expect(findings(in: faded).isEmpty)
}

@Test func `long silence is found before, between and behind sounds`() {
  /// Returns silence, noise, silence, noise and silence of so many seconds.
  func signal(_ durations: Double...) -> SoundSignal {
    let sound = durations.enumerated().flatMap { index, seconds in
      let isSilent = index % 2 == 0
      return SoundSignal.noise(rate: 1000, seconds: seconds, level: isSilent ? 0 : 0.3)
    }
    return SoundSignal(rate: 1000, [sound])
  }

  let mostlySilent = signal(6, 2, 10.5, 1, 11)
  #expect(findings(in: mostlySilent) == [.longSilence, .lateStart, .longTail])
  let silence = mostlySilent.sound().silence
  #expect(silence.leading == 6)
  #expect(silence.longest == 10.5)
  #expect(silence.longestAt == 8)
  #expect(silence.trailing == 11)

  // Just below 5 s at the start and 10 s elsewhere.
  let shortPauses = signal(4.9, 2, 9.8, 1, 9.8)
  #expect(findings(in: shortPauses).isEmpty)
}

@Test func `an offset is found if it is steady`() {
  // The limit is 0.02.
  let noise = noise(4, level: 0.1)
  let offset = noise.map { $0 + 0.03 }
  #expect(findings(in: offset) == [.dcOffset])
  let smallOffset = noise.map { $0 + 0.015 }
  #expect(findings(in: smallOffset).isEmpty)

  // A mean of 0.03 as well, of halves with different ones.
  let changing = noise.enumerated().map { frame, value in
    let offset = frame < noise.count / 2 ? 0.09 : -0.03
    return value + offset
  }
  #expect(!findings(in: changing).contains(.dcOffset))
}

@Test func `bits that are never used are found`() {
  /// Returns noise rounded to so many bits.
  func noiseOfBits(_ bits: Int) -> SoundSignal {
    let scale = Double(1 << (bits - 1))
    let samples = noise(2).map { ($0 * scale).rounded() / scale }
    return SoundSignal(rate: rate, [samples])
  }
  let eightBits = noiseOfBits(8)
  #expect(eightBits.sound(.int16).bits == 8)
  #expect(findings(in: eightBits) == [.paddedBits])
  #expect(findings(in: noiseOfBits(9)).isEmpty)

  #expect(findings(in: noiseOfBits(16), encoding: .int24) == [.paddedBits])
  #expect(findings(in: noiseOfBits(24), encoding: .int24).isEmpty)
}

/// Returns noise at 44.1 kHz after a low-pass filter with this many taps.
private func lowPassed(_ frequency: Double, taps: Int) -> SoundSignal {
  let noise = SoundSignal.noise(rate: 44_100, seconds: 3, level: 0.4)
  let half = taps / 2
  let cyclesPerFrame = frequency / 44_100
  // A sinc under a Blackman window.
  let kernel = (-half...half).map { tap -> Double in
    let turn = Double.pi * Double(tap) / Double(half)
    let window = 0.42 + 0.5 * cos(turn) + 0.08 * cos(2 * turn)
    guard tap != 0 else { return 2 * cyclesPerFrame * window }
    let sinc = sin(2 * .pi * cyclesPerFrame * Double(tap)) / (.pi * Double(tap))
    return sinc * window
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
  #expect(findings(in: wall) == [.cutOff])
  #expect(sound.evidence.cutoff != nil)

  // A lossy file has a wall by its nature.
  let lossy = wall.sound(.float32, lossless: false)
  #expect(lossy.findings(isTruncated: false, hasGaps: false).isEmpty)

  // Nine taps fall over several kilohertz.
  let slope = lowPassed(12_000, taps: 9)
  #expect(findings(in: slope).isEmpty)
}
