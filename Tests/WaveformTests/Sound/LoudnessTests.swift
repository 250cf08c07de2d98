import Glibc
import Testing
import WavethumbBytes

@testable import Waveform

@Test(arguments: [-23.0, -33])
func `EBU Tech 3341 cases 1 and 2: a steady sine`(level: Double) {
  let sound = SoundSignal(levels: [(level: level, seconds: 20)]).sound()
  #expect(isNear(sound.loudness, to: level))
  #expect(isNear(sound.loudestMoment, to: level))
  #expect(isNear(sound.loudestStretch, to: level))
  #expect(isNear(sound.loudnessRange, to: 0))
}

// -72 LUFS is below the absolute gate of -70, and -36 more than 10 LU below the rest: neither
// counts. In the third case no step is left out, and the mean is -23.
@Test(
  arguments: [
    [
      (level: -36, seconds: 10),
      (level: -23, seconds: 60),
      (level: -36, seconds: 10),
    ],
    [
      (level: -72, seconds: 10),
      (level: -36, seconds: 10),
      (level: -23, seconds: 60),
      (level: -36, seconds: 10),
      (level: -72, seconds: 10),
    ],
    [
      (level: -26, seconds: 20),
      (level: -20, seconds: 20.1),
      (level: -26, seconds: 20),
    ],
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
    let amplitude = amplitude(ofDecibels: level)
    return SoundSignal.sine(1000, rate: 8000, seconds: 20, level: amplitude)
  }
  let five = SoundSignal(rate: 8000, channels).sound()
  #expect(isNear(five.loudness, to: -23))

  // The fourth of six channels is the LFE, which is ignored.
  let effects = SoundSignal.sine(60, rate: 8000, seconds: 20, level: 0.9)
  let withEffects = channels[..<3] + [effects] + channels[3...]
  let six = SoundSignal(rate: 8000, Array(withEffects)).sound()
  #expect(isNear(six.loudness, to: -23))
}

@Test func `EBU Tech 3341 cases 9 and 12: windows of 3 s and of 400 ms`() {
  // Each period is as long as the window, so every window has the same mean: 1.34 s of a power of
  // 0.01 and 1.66 s of 0.001 are 0.005 on average, -23 dB. The 400 ms have the same shares.
  let threeSeconds: SoundSignal.Steps = [
    (level: -20, seconds: 1.34),
    (level: -30, seconds: 1.66),
  ]
  let stretches = SoundSignal(levels: repeated(threeSeconds, times: 5)).sound()
  #expect(isNear(stretches.loudestStretch, to: -23))

  let momentary: SoundSignal.Steps = [
    (level: -20, seconds: 0.18),
    (level: -30, seconds: 0.22),
  ]
  let moments = SoundSignal(levels: repeated(momentary, times: 25)).sound()
  #expect(isNear(moments.loudestMoment, to: -23))
}

private func repeated(_ steps: SoundSignal.Steps, times: Int) -> SoundSignal.Steps {
  Array(repeatElement(steps, count: times).joined())
}

/// Digital silence for all that is measured here.
private let quiet = -200.0

@Test(arguments: 0..<20)
func `EBU Tech 3341 cases 10 and 13: a tone that begins anywhere`(index: Int) {
  func sound(silentFor start: Double, toneOf seconds: Double) -> SoundReport {
    let signal = SoundSignal(levels: [
      (level: quiet, seconds: start),
      (level: -23, seconds: seconds),
      (level: quiet, seconds: 1),
    ])
    return signal.sound()
  }
  // The tone fills one window exactly: a meter with windows too far apart hits none of them whole.
  let shift = Double(index)

  let stretch = sound(silentFor: shift * 0.15, toneOf: 3)
  #expect(isNear(stretch.loudestStretch, to: -23))
  let moment = sound(silentFor: shift * 0.02, toneOf: 0.4)
  #expect(isNear(moment.loudestMoment, to: -23))
}

@Test(arguments: [1, 2, 9, 20])
func `EBU Tech 3341 cases 11 and 14: tones, each of which is the loudest so far`(count: Int) {
  // From -38 dBFS on, each tone 1 dB louder and at another offset within its period.
  let first = -38.0
  func sound(tonesOf seconds: Double, shift: Double) -> SoundReport {
    let steps = (0..<count).flatMap { index -> SoundSignal.Steps in
      let start = Double(index) * shift
      return [
        (level: quiet, seconds: start),
        (level: first + Double(index), seconds: seconds),
        (level: quiet, seconds: seconds - start),
      ]
    }
    return SoundSignal(levels: steps).sound()
  }

  let loudest = first + Double(count - 1)
  let stretches = sound(tonesOf: 3, shift: 0.15)
  #expect(isNear(stretches.loudestStretch, to: loudest))
  let moments = sound(tonesOf: 0.4, shift: 0.02)
  #expect(isNear(moments.loudestMoment, to: loudest))
}

// Each level lasts 20 seconds.
@Test(
  arguments: [
    (levels: [-20, -30], range: 10),
    (levels: [-20, -15], range: 5),
    (levels: [-40, -20], range: 20),
    // -50 is more than 20 LU below the rest.
    (levels: [-50, -35, -20, -35, -50], range: 15),
  ] as [(levels: [Double], range: Double)]
)
func `EBU Tech 3342 cases 1 to 4: loudness range`(levels: [Double], range: Double) {
  let steps = levels.map { level in (level: level, seconds: 20.0) }
  let sound = SoundSignal(channels: 1, levels: steps).sound()
  // The tolerance of the standard.
  #expect(isNear(sound.loudnessRange, to: range, within: 1))
}

/// A sine of EBU Tech 3341 at 48 kHz, whose samples miss its peaks.
struct PeakCase {
  /// In hertz: a quarter, a sixth or an eighth of the rate.
  var frequency: Double
  /// The amplitude.
  var level: Double
  /// In degrees.
  var phase: Double
  /// The true peak in dBTP.
  var truePeak: Double
}

@Test(arguments: [
  PeakCase(frequency: 12_000, level: 0.5, phase: 0, truePeak: -6),
  PeakCase(frequency: 12_000, level: 0.5, phase: 45, truePeak: -6),
  PeakCase(frequency: 8000, level: 0.5, phase: 60, truePeak: -6),
  PeakCase(frequency: 6000, level: 0.5, phase: 67.5, truePeak: -6),
  PeakCase(frequency: 12_000, level: 1.41, phase: 45, truePeak: 3),
])
func `EBU Tech 3341 cases 15 to 19: peaks between samples`(given: PeakCase) {
  let sine = SoundSignal.sine(
    given.frequency,
    rate: 48_000,
    seconds: 0.5,
    level: given.level,
    phase: given.phase
  )
  // A sine without a fade-in has additional peaks.
  let faded = sine.enumerated().map { index, value in
    let distanceFromEnds = min(index, sine.count - 1 - index)
    return value * min(1, Double(distanceFromEnds) / 4800)
  }
  let peak = SoundSignal(rate: 48_000, [faded]).sound().truePeak
  // The standard allows 0.2 dB more and 0.4 dB less.
  #expect(isNear(peak, to: given.truePeak - 0.1, within: 0.3), "\(peak ?? 0)")
}

@Test(arguments: 0..<4)
func `EBU Tech 3341 cases 20 to 23: a peak at any place between two samples`(shift: Int) {
  // A tone at a quarter of the sample rate with a wide bell envelope, oversampled four times and
  // decimated.
  let oversampled = (0..<96_000).map { index in
    let time = Double(index - 48_000) / 192_000
    let tone = cos(2 * .pi * 12_000 * time)
    let bell = exp(-time * time * 40_000)
    return tone * bell
  }
  let samples = stride(from: shift, to: oversampled.count, by: 4).map { oversampled[$0] }
  let peak = SoundSignal(rate: 48_000, [samples]).sound().truePeak
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

// At a low rate the error is up to 0.27 dB: the bilinear transform warps the shelf, and the high-pass
// is not scaled to the rate.
@Test(arguments: [
  (rate: 11_025, tolerance: 0.3),
  (rate: 44_100, tolerance: 0.08),
  (rate: 96_000, tolerance: 0.08),
])
func `K-weighting has the gains of the standard at any rate`(rate: Int, tolerance: Double) {
  // In decibels, from the coefficients of BS.1770 for 48 kHz.
  let gains = [
    (frequency: 60.0, gain: -2.90),
    (frequency: 200, gain: -0.26),
    (frequency: 1000, gain: 0.70),
    (frequency: 3000, gain: 3.81),
  ]
  for (frequency, gain) in gains {
    let sine = SoundSignal.sine(frequency, rate: rate, seconds: 2, level: 0.1)
    let loudness = SoundSignal(rate: rate, [sine]).sound().loudness
    // An amplitude of 0.1 has a power of 0.005, -23.01 dB; BS.1770 subtracts 0.69.
    let expected = -23.01 - 0.69 + gain
    #expect(isNear(loudness, to: expected, within: tolerance), "\(frequency) Hz")
  }
}

@Test func `parts sound like the whole, bit for bit`() {
  let loud = SoundSignal.noise(rate: 4000, seconds: 41, level: 0.9)
  // Clipped, with a hole of 50 ms every few seconds.
  let damaged = loud.enumerated().map { index, value in
    if index % 9000 < 200 {
      0.0
    } else {
      max(-0.8, min(0.8, value))
    }
  }
  for channels in [[damaged], [loud, damaged], [loud, damaged, loud]] {
    let signal = SoundSignal(rate: 4000, channels)
    let whole = signal.measurement(.int16, parts: 1)
    #expect(whole.sound?.loudness != nil)
    // A hole in one channel of several is none.
    let dropoutCount = whole.sound?.dropouts.count ?? 0
    if channels.count == 1 {
      #expect(dropoutCount > 0)
    } else {
      #expect(dropoutCount == 0)
    }
    for parts in [2, 3, 7] {
      #expect(signal.measurement(.int16, parts: parts) == whole)
    }
  }
}

@Test func `a report survives writing and reading unchanged`() {
  let signal = SoundSignal(levels: [
    (level: quiet, seconds: 1),
    (level: 0, seconds: 3),
    (level: -20, seconds: 2),
  ])
  let measured = signal.measurement(.int16, parts: 1)
  #expect(measured.sound != nil)
  #expect(WaveformMeasurement(encoded: measured.encoded()) == measured)
}

/// The shape of a recording of samples that no recorder makes.
struct OddRecording {
  var rate: Int
  var frames: Int
  var channels: Int
}

// Rates below and above every filter, fewer frames than a window has, and more channels than names.
@Test(arguments: [
  OddRecording(rate: 1, frames: 3, channels: 1),
  OddRecording(rate: 999, frames: 5000, channels: 2),
  OddRecording(rate: 1000, frames: 3, channels: 1),
  OddRecording(rate: 4000, frames: 1, channels: 64),
  OddRecording(rate: 10_000_000, frames: 100, channels: 8),
  OddRecording(rate: 8000, frames: 1, channels: 2),
])
func `odd recordings give numbers or nothing`(odd: OddRecording) {
  let values: [Double] = [.nan, .infinity, -1e30, 0.5]
  let samples = (0..<odd.frames).map { values[$0 % 4] }
  let channels = Array(repeating: samples, count: odd.channels)
  let sound = SoundSignal(rate: odd.rate, channels).sound()
  let numbers = [sound.loudness, sound.truePeak, sound.dcOffset, sound.correlation]
  for number in numbers.compactMap(\.self) {
    #expect(number.isFinite)
  }
  _ = sound.findings(isTruncated: false, hasGaps: false)
}

@Test func `the loudness of an album is that of its recordings in a row`() {
  let first = (level: -30.0, seconds: 10.0)
  let second = (level: -20.0, seconds: 20.0)
  var gating = SoundSignal(channels: 1, levels: [first]).sound().gating
  gating.add(SoundSignal(channels: 1, levels: [second]).sound().gating)

  // In a row, some windows contain the end of the first and the beginning of the second.
  let both = SoundSignal(channels: 1, levels: [first, second]).sound().loudness
  #expect(isNear(gating.loudness, to: both ?? 0, within: 0.05))
}

@Test func `gating blocks survive encoding`() {
  let tone = SoundSignal(channels: 1, levels: [(level: -30, seconds: 10)])
  let gating = tone.sound().gating
  #expect(GatingHistogram(bytes: gating.bytes) == gating)
  let empty = GatingHistogram()
  #expect(GatingHistogram(bytes: empty.bytes) == empty)
}

// The number of empty bins and then counts, in bytes of seven bits, all of which but the last have the
// upper bit set.
@Test(
  arguments: [
    // Nothing, no count, and a last count of 0.
    [],
    [5],
    [5, 0],
    // A number without end, one of more than six bytes, and more bins than there are.
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
