import Glibc
import Testing
import WavethumbBytes

@testable import Waveform

private let rate = 8000

private func noise(_ seconds: Double, level: Double = 0.3, seed: UInt64 = 1) -> [Double] {
  SoundSignal.noise(rate: rate, seconds: seconds, level: level, seed: seed)
}

private func events(_ channels: [[Double]], encoding: SampleFormat.Encoding = .int16)
  -> [SoundEvent]
{
  SoundSignal(rate: rate, channels).sound(encoding).events.first
}

@Test func `every silence of a second or more is an event`() {
  // Below the limit of 0.001. The 0.9 s of zeros are too short to be listed.
  let quiet = 0.0005
  let sound = [
    noise(1.5, level: quiet),
    noise(2),
    noise(1.2, level: 0),
    noise(1),
    noise(0.9, level: 0),
    noise(1),
    noise(3, level: quiet),
  ].flatMap(\.self)

  let found = events([sound])
  #expect(found.map(\.kind) == [.silence, .silence, .silence])
  #expect(found.map(\.start) == [0, 3.5, 7.6])
  #expect(found.map(\.end) == [1.5, 4.7, 10.6])

  #expect(events([noise(2, level: quiet)]) == [SoundEvent(kind: .silence, start: 0, end: 2)])
  #expect(events([noise(2)]).isEmpty)
  // A silent channel beside one that is not is no silence.
  #expect(events([noise(3, level: 0), noise(3)]).isEmpty)
}

@Test func `silence is listed from the level and duration that are asked for`() {
  // Two pauses of 1 s at -38 dBFS, and one of 2 s.
  let hum = 0.022
  let sound = [
    noise(1),
    noise(1, level: hum),
    noise(1),
    noise(2, level: hum),
    noise(1),
    noise(1, level: hum),
  ].flatMap(\.self)
  let signal = SoundSignal(rate: rate, [sound])
  func starts(_ rule: SilenceRule, parts: Int = 1) -> [Double] {
    let measured = signal.measurement(.int16, parts: parts, silence: rule)
    return measured.sound?.events.first.map(\.start) ?? []
  }
  #expect(starts(SilenceRule()).isEmpty)
  #expect(starts(SilenceRule(level: -30, seconds: 1)) == [1, 3, 6])
  #expect(starts(SilenceRule(level: -30, seconds: 1.75)) == [3])
  #expect(starts(SilenceRule(level: -30, seconds: 1.75), parts: 3) == [3])
  #expect(starts(SilenceRule(level: -40, seconds: 1)).isEmpty)

  // A rule of one's own has a key of its own in the cache; otherwise the list of another rule would
  // be shown.
  #expect(Measures(SoundMeasure()).withOwnKeys.isEmpty)
  let asked = Measures(SoundMeasure(silence: SilenceRule(level: -30, seconds: 1)))
  #expect(asked.withOwnKeys.count == 1)
  #expect(asked.sharingKey.isEmpty)
}

@Test func `clipping is one event over pauses of half a second, for each channel`() {
  var left = noise(6, level: 0.5)
  // Pauses of 125 ms, 375 ms and 2.25 s.
  for start in [8000, 9000, 12_000, 30_000] {
    for frame in start..<start + 8 {
      left[frame] = 0.9
    }
  }
  let found = events([left, noise(6, level: 0.5, seed: 9)])
  #expect(
    found == [
      SoundEvent(kind: .clipping, start: 1, end: 1.501, channel: 1),
      SoundEvent(kind: .clipping, start: 3.75, end: 3.751, channel: 1),
    ]
  )
}

@Test func `runs at an extreme that is exceeded later are no events`() {
  var sound = noise(4, level: 0.5)
  // Only 0.8 is the extreme of the whole; 0.6 and 0.7 were not cut off, since 0.8 could be stored.
  for (start, level) in [
    (4000, 0.6),
    (16_000, 0.8),
    (24_000, 0.8),
    (28_000, 0.7),
  ] {
    for frame in start..<start + 8 {
      sound[frame] = level
    }
  }
  #expect(events([sound]).map(\.start) == [2, 3])
}

@Test func `events of all kinds are in order of time, whatever the parts`() {
  var sound = noise(3, level: 0.4) + noise(2, level: 0) + noise(7, level: 0.4, seed: 2)
  let dropout = 8000..<8200
  for frame in dropout {
    sound[frame] = 0
  }
  let clipped = 80_000..<80_020
  for frame in clipped {
    sound[frame] = 0.95
  }

  let signal = SoundSignal(rate: rate, [sound])
  let whole = signal.measurement(.int16, parts: 1)
  let found = whole.sound?.events.first ?? []
  #expect(found.map(\.kind) == [.dropout, .silence, .clipping])
  #expect(found.map(\.start) == [1, 3, 10])
  #expect(found.map(\.end) == [1.025, 5, 10.003])

  for parts in [2, 3, 7] {
    #expect(signal.measurement(.int16, parts: parts) == whole)
  }
}

@Test func `more than a thousand events are counted, and the silences kept for chapters`() {
  var events = SoundEvents()
  let dropouts = (0..<1500).map { Stretch(start: 10 * $0, end: 10 * $0 + 1) }
  events.add(dropouts, omitted: 7, kind: .dropout) { Double($0) }
  let silences = [Stretch(start: 5, end: 6), Stretch(start: 14_000, end: 14_001)]
  events.add(silences, omitted: 0, kind: .silence) { Double($0) }
  events.trim()

  // 1,502 less the first thousand, and the seven that were omitted before.
  #expect(events.first.count == 1000)
  #expect(events.omitted == 509)
  #expect(events.first[1] == SoundEvent(kind: .silence, start: 5, end: 6))
  #expect(events.laterSilences == [SoundEvent(kind: .silence, start: 14_000, end: 14_001)])
  #expect(SoundEvents(encoded: events.encoded()) == events)
}

/// Returns the list of stretches that a range of runs gives.
private func stretches(_ runs: some Sequence<Stretch>) -> Stretches {
  var all = Stretches(pause: 5, limit: 20)
  for run in runs {
    all.add(run)
  }
  return all
}

// 60 runs, two in five of them within the pause of 5 frames, and a limit of 20: the seeds join runs
// across the border of two parts and leave some out.
@Test(arguments: 1...40)
func `lists of parts equal the list of the whole, however many are omitted`(seed: UInt64) {
  var numbers = SeededNumbers(state: seed)
  var frame = 0
  let runs = (0..<60).map { _ in
    frame += Int.random(in: 1...12, using: &numbers)
    let start = frame
    frame += Int.random(in: 1...4, using: &numbers)
    return Stretch(start: start, end: frame, exponent: Int.random(in: -9...0, using: &numbers))
  }
  let whole = stretches(runs)
  for first in stride(from: 0, through: 60, by: 7) {
    for second in stride(from: first, through: 60, by: 9) {
      var joined = stretches(runs[..<first])
      joined.append(stretches(runs[first..<second]))
      joined.append(stretches(runs[second...]))
      #expect(joined == whole)
    }
  }

  #expect(Stretches(encoded: whole.encoded()) == whole)
}

@Test func `a gap of decoding is an event`() {
  let signal = SoundSignal(rate: rate, [noise(2, level: 0.3)])
  var meter = WaveformMeter(
    channels: 1,
    sampleRate: rate,
    length: .known(frames: 20_000),
    format: SampleFormat(.int16),
    measures: Measures(SoundMeasure()),
    source: SoundSource(isLossless: true, channels: 1)
  )
  let bytes = signal.recording.bytes(SampleFormat(.int16))
  meter.add(bytes, frameBytes: 2, blocks: [8000])
  meter.addGap(frames: 4000)

  let measured = meter.finish(truncated: false)
  #expect(measured.sound?.events.first.contains { $0.kind == .gap } == false)
  #expect(measured.wholeSound?.events.first == [SoundEvent(kind: .gap, start: 2, end: 2.5)])
}
