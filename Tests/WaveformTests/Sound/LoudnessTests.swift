import Glibc
import Testing
import WavethumbBytes

@testable import Waveform

@Test(arguments: [-23.0, -33]) func `EBU Tech 3341 cases 1 and 2: a steady sine`(level: Double) {
  let sound = SoundSignal(levels: [(level, 20)]).sound()
  #expect(isNear(sound.loudness, to: level))
  #expect(isNear(sound.loudestMoment, to: level))
  #expect(isNear(sound.loudestStretch, to: level))
  #expect(isNear(sound.loudnessRange, to: 0))
}

// -72 LUFS is below the absolute gate of -70, and -36 more than 10 LU below the rest: neither
// counts. In the third case no step is left out, and the mean is -23.
@Test(
  arguments: [
    [(level: -36, seconds: 10), (level: -23, seconds: 60), (level: -36, seconds: 10)],
    [
      (level: -72, seconds: 10),
      (level: -36, seconds: 10),
      (level: -23, seconds: 60),
      (level: -36, seconds: 10),
      (level: -72, seconds: 10),
    ],
    [(level: -26, seconds: 20), (level: -20, seconds: 20.1), (level: -26, seconds: 20)],
  ] as [SoundSignal.Steps]
)
func `EBU Tech 3341 cases 3 to 5: both gates`(levels: SoundSignal.Steps) {
  // The standard gives levels for two channels. One channel has half of their power, 3.01 dB less.
  let raised = levels.map { step in (level: step.level + 3.01, seconds: step.seconds) }
  let signal = SoundSignal(channels: 1, levels: raised)
  #expect(isNear(signal.sound().loudness, to: -23))
}

@Test func `EBU Tech 3341 case 6: the weights of five channels`() {
  // Left, right, center, and two surrounds, whose power counts 1.41 times.
  let levels = [-28.0, -28, -24, -30, -30]
  let channels = levels.map { level in
    SoundSignal.sine(1000, rate: 8000, seconds: 20, level: pow(10, level / 20))
  }
  #expect(isNear(SoundSignal(rate: 8000, channels).sound().loudness, to: -23))

  // The fourth of six channels is the LFE, which is ignored.
  let effects = SoundSignal.sine(60, rate: 8000, seconds: 20, level: 0.9)
  var six = channels
  six.insert(effects, at: 3)
  #expect(isNear(SoundSignal(rate: 8000, six).sound().loudness, to: -23))
}

@Test func `EBU Tech 3341 cases 9 and 12: windows of 3 s and of 400 ms`() {
  // Each period is as long as the window, so every window has the same mean: 1.34 s of a power of
  // 0.01 and 1.66 s of 0.001 are 0.005 on average, -23 dB. The 400 ms have the same shares.
  let stretches = repeated([(level: -20, seconds: 1.34), (level: -30, seconds: 1.66)], times: 5)
  #expect(isNear(SoundSignal(levels: stretches).sound().loudestStretch, to: -23))
  let moments = repeated([(level: -20, seconds: 0.18), (level: -30, seconds: 0.22)], times: 25)
  #expect(isNear(SoundSignal(levels: moments).sound().loudestMoment, to: -23))
}

private func repeated(_ steps: SoundSignal.Steps, times: Int) -> SoundSignal.Steps {
  (0..<times).flatMap { _ in steps }
}

/// Digital silence for all that is measured here.
private let quiet = -200.0

@Test(arguments: 0..<20)
func `EBU Tech 3341 cases 10 and 13: a tone that begins anywhere`(index: Int) {
  func signal(silentFor start: Double, toneOf seconds: Double) -> SoundSignal {
    SoundSignal(levels: [
      (level: quiet, seconds: start),
      (level: -23, seconds: seconds),
      (level: quiet, seconds: 1),
    ])
  }
  // The tone fills one window exactly: a meter with windows too far apart hits none of them whole.
  let shift = Double(index)

  let stretch = signal(silentFor: shift * 0.15, toneOf: 3).sound()
  #expect(isNear(stretch.loudestStretch, to: -23))
  let moment = signal(silentFor: shift * 0.02, toneOf: 0.4).sound()
  #expect(isNear(moment.loudestMoment, to: -23))
}

@Test(arguments: [1, 2, 9, 20])
func `EBU Tech 3341 cases 11 and 14: tones, each of which is the loudest so far`(count: Int) {
  // From -38 dBFS on, each tone 1 dB louder and at another offset within its period.
  let first = -38.0
  func signal(_ seconds: Double, shift: Double) -> SoundSignal {
    let steps = (0..<count).flatMap { index -> SoundSignal.Steps in
      let start = Double(index) * shift
      return [
        (level: quiet, seconds: start),
        (level: first + Double(index), seconds: seconds),
        (level: quiet, seconds: seconds - start),
      ]
    }
    return SoundSignal(levels: steps)
  }

  let loudest = first + Double(count - 1)
  #expect(isNear(signal(3, shift: 0.15).sound().loudestStretch, to: loudest))
  #expect(isNear(signal(0.4, shift: 0.02).sound().loudestMoment, to: loudest))
}

@Test(
  arguments: [
    ([(level: -20, seconds: 20), (level: -30, seconds: 20)], 10),
    ([(level: -20, seconds: 20), (level: -15, seconds: 20)], 5),
    ([(level: -40, seconds: 20), (level: -20, seconds: 20)], 20),
    (
      [
        (level: -50, seconds: 20),
        (level: -35, seconds: 20),
        (level: -20, seconds: 20),
        (level: -35, seconds: 20),
        (level: -50, seconds: 20),
      ], 15
    ),
  ] as [(SoundSignal.Steps, Double)]
)
func `EBU Tech 3342 cases 1 to 4: loudness range`(levels: SoundSignal.Steps, range: Double) {
  let sound = SoundSignal(channels: 1, levels: levels).sound()
  // The tolerance of the standard. In the last case, -50 is more than 20 LU below the rest.
  #expect(isNear(sound.loudnessRange, to: range, within: 1))
}

@Test(
  arguments: [
    (12_000, 0.5, 0, -6),
    (12_000, 0.5, 45, -6),
    (8000, 0.5, 60, -6),
    (6000, 0.5, 67.5, -6),
    (12_000, 1.41, 45, 3),
  ] as [(Double, Double, Double, Double)]
)
func `EBU Tech 3341 cases 15 to 19: peaks between samples`(
  frequency: Double,
  level: Double,
  phase: Double,
  expected: Double
) {
  let sine = SoundSignal.sine(frequency, rate: 48_000, seconds: 0.5, level: level, phase: phase)
  // A sine without a fade-in has additional peaks.
  let faded = sine.enumerated().map { index, value in
    value * min(1, Double(min(index, sine.count - 1 - index)) / 4800)
  }
  let peak = SoundSignal(rate: 48_000, [faded]).sound().truePeak
  // The standard allows 0.2 dB more and 0.4 dB less.
  #expect(isNear(peak, to: expected - 0.1, within: 0.3), "\(peak ?? 0)")
}

@Test(arguments: 0..<4)
func `EBU Tech 3341 cases 20 to 23: a peak at any place between two samples`(shift: Int) {
  // A tone at a quarter of the sample rate with a wide bell envelope, oversampled four times and
  // decimated.
  let fine = (0..<96_000).map { index in
    let time = Double(index - 48_000) / 192_000
    return cos(2 * .pi * 12_000 * time) * exp(-time * time * 40_000)
  }
  let kept = stride(from: shift, to: fine.count, by: 4).map { fine[$0] }
  let peak = SoundSignal(rate: 48_000, [kept]).sound().truePeak
  // 0 dB, with the tolerance of cases 15 to 19.
  #expect(isNear(peak, to: -0.1, within: 0.3))
}

@Test func `a peak between the last samples of 10 ms is found behind them`() {
  // Windows that contain both samples end in the zeros of the next 10 ms.
  var samples = [Double](repeating: 0, count: 4000)
  samples[1598] = 0.5
  samples[1599] = 0.5
  let peak = SoundSignal(rate: 8000, [samples]).sound().truePeak
  // A sinc without end has 2/π between two samples of 0.5, -3.92 dB; twelve windowed taps lose
  // 0.15 dB of it.
  #expect(isNear(peak, to: -4.07, within: 0.02))
}

@Test func `K-weighting has the gains of the standard at any rate`() {
  // Expected gains from the coefficients of BS.1770 for 48 kHz. At a low rate the error is up to
  // 0.27 dB: the bilinear transform warps the shelf, and the high-pass is not scaled to the rate.
  for (rate, distance) in [(11_025, 0.3), (44_100, 0.08), (96_000, 0.08)] {
    for (frequency, gain) in [(60.0, -2.90), (200, -0.26), (1000, 0.70), (3000, 3.81)] {
      let sine = SoundSignal.sine(frequency, rate: rate, seconds: 2, level: 0.1)
      let loudness = SoundSignal(rate: rate, [sine]).sound().loudness
      // An amplitude of 0.1 has a power of 0.005, -23.01 dB; BS.1770 subtracts 0.69.
      let expected = -23.01 - 0.69 + gain
      #expect(isNear(loudness, to: expected, within: distance), "\(frequency) Hz at \(rate)")
    }
  }
}

@Test func `parts sound like the whole, bit for bit`() {
  let loud = SoundSignal.noise(rate: 4000, seconds: 41, level: 0.9)
  // Clipped, with a hole of 50 ms every few seconds.
  let dotted = loud.enumerated().map { index, value in
    if index % 9000 < 200 {
      0.0
    } else {
      max(-0.8, min(0.8, value))
    }
  }
  for channels in [[dotted], [loud, dotted], [loud, dotted, loud]] {
    let signal = SoundSignal(rate: 4000, channels)
    let whole = signal.measurement(.int16, parts: 1)
    #expect(whole.sound?.loudness != nil)
    // A hole in one channel of several is none.
    let hasDropouts = whole.sound?.dropouts.count ?? 0 > 0
    #expect(hasDropouts == (channels.count == 1))
    for parts in [2, 3, 7] {
      #expect(signal.measurement(.int16, parts: parts) == whole)
    }
  }
}

@Test func `a report survives writing and reading unchanged`() {
  let signal = SoundSignal(levels: [(-200, 1), (0, 3), (-20, 2)])
  let measured = signal.measurement(.int16, parts: 1)
  #expect(measured.sound != nil)
  #expect(WaveformMeasurement(encoded: measured.encoded()) == measured)
}

@Test func `odd recordings give numbers or nothing`() {
  // Rates below and above every filter, fewer frames than a window has, and more channels than names.
  for (rate, frames, channels) in [
    (1, 3, 1),
    (999, 5000, 2),
    (1000, 3, 1),
    (4000, 1, 64),
    (10_000_000, 100, 8),
    (8000, 1, 2),
  ] {
    let samples = (0..<frames).map { [Double.nan, .infinity, -1e30, 0.5][$0 % 4] }
    let signal = SoundSignal(rate: rate, Array(repeating: samples, count: channels))
    let sound = signal.sound()
    for number in [sound.loudness, sound.truePeak, sound.dcOffset, sound.correlation] {
      #expect(number?.isFinite ?? true)
    }
    _ = sound.findings(isTruncated: false, hasGaps: false)
  }
}

@Test func `the loudness of an album is that of its recordings in a row`() {
  let first = (level: -30.0, seconds: 10.0)
  let second = (level: -20.0, seconds: 20.0)
  var gating = SoundSignal(channels: 1, levels: [first]).sound().gating
  gating.add(SoundSignal(channels: 1, levels: [second]).sound().gating)

  // In a row, some windows contain the end of the first and the beginning of the second.
  let both = SoundSignal(channels: 1, levels: [first, second]).sound().loudness
  #expect(isNear(gating.loudness, to: both ?? 0, within: 0.05))
  #expect(GatingHistogram(bytes: gating.bytes) == gating)
  #expect(GatingHistogram(bytes: GatingHistogram().bytes) == GatingHistogram())
}

// The number of empty bins and then counts, seven bits a byte: nothing, no count, a last count of 0,
// a number without end, one of more than six bytes, and more bins than there are.
@Test(
  arguments: [
    [],
    [5],
    [5, 0],
    [0x80],
    [1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1],
    [0xD0, 0x0F],
  ] as [[UInt8]]
)
func `hostile gating blocks are rejected or harmless`(bytes: [UInt8]) {
  var gating = GatingHistogram()
  if let other = GatingHistogram(bytes: bytes) {
    gating.add(other)
  }
  #expect(gating.loudness == nil)
}
