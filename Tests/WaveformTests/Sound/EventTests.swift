import Glibc
import Testing
import WavethumbBytes

@testable import Waveform

private let rate = 8000

private func noise(_ seconds: Double, level: Double = 0.3, seed: UInt64 = 1) -> [Double] {
  SoundSignal.noise(rate: rate, seconds: seconds, level: level, seed: seed)
}

/// Returns the events of 16-bit channels.
private func events(in channels: [Double]...) -> [SoundEvent] {
  SoundSignal(rate: rate, channels).sound(.int16).events.first
}

/// Below 0.001 of full scale, -60 dBFS, which is the limit of silence.
private let quiet = 0.0005

@Test func `every silence of a second or more is an event`() {
  // The 0.9 s of zeros are too short to be listed.
  let sound = [
    noise(1.5, level: quiet),
    noise(2),
    noise(1.2, level: 0),
    noise(1),
    noise(0.9, level: 0),
    noise(1),
    noise(3, level: quiet),
  ].flatMap(\.self)

  #expect(
    events(in: sound) == [
      SoundEvent(kind: .silence, start: 0, end: 1.5),
      SoundEvent(kind: .silence, start: 3.5, end: 4.7),
      SoundEvent(kind: .silence, start: 7.6, end: 10.6),
    ]
  )
}

@Test func `a silent recording is one event, a loud one none`() {
  let silent = noise(2, level: quiet)
  #expect(events(in: silent) == [SoundEvent(kind: .silence, start: 0, end: 2)])
  #expect(events(in: noise(2)).isEmpty)
}

@Test func `a silent channel beside one that is not is no silence`() {
  let silent = noise(3, level: 0)
  #expect(events(in: silent, noise(3)).isEmpty)
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
  func starts(by rule: SilenceRule, parts: Int = 1) -> [Double] {
    let measurement = signal.measurement(.int16, parts: parts, silence: rule)
    return measurement.sound?.events.first.map(\.start) ?? []
  }
  #expect(starts(by: SilenceRule()).isEmpty)
  let allPauses = SilenceRule(level: -30, seconds: 1)
  #expect(starts(by: allPauses) == [1, 3, 6])
  let longPauses = SilenceRule(level: -30, seconds: 1.75)
  #expect(starts(by: longPauses) == [3])
  #expect(starts(by: longPauses, parts: 3) == [3])
  let quieterPauses = SilenceRule(level: -40, seconds: 1)
  #expect(starts(by: quieterPauses).isEmpty)
}

// Otherwise the list of another rule would be shown.
@Test func `a rule of silence of one's own has a key of its own in the cache`() {
  let usual = Measures(SoundMeasure())
  #expect(usual.withOwnKeys.isEmpty)

  let rule = SilenceRule(level: -30, seconds: 1)
  let own = Measures(SoundMeasure(silence: rule))
  #expect(own.withOwnKeys.count == 1)
  #expect(own.sharingKey.isEmpty)
}

@Test func `clipping is one event over pauses of half a second, for each channel`() {
  var left = noise(6, level: 0.5)
  // Pauses of 125 ms, 375 ms and 2.25 s.
  for start in [8000, 9000, 12_000, 30_000] {
    for frame in start..<start + 8 {
      left[frame] = 0.9
    }
  }
  let right = noise(6, level: 0.5, seed: 9)
  #expect(
    events(in: left, right) == [
      SoundEvent(kind: .clipping, start: 1, end: 1.501, channel: 1),
      SoundEvent(kind: .clipping, start: 3.75, end: 3.751, channel: 1),
    ]
  )
}

@Test func `runs at an extreme that is exceeded later are no events`() {
  var sound = noise(4, level: 0.5)
  // Only 0.8 is the extreme of the whole; 0.6 and 0.7 were not cut off, since 0.8 could be stored.
  let runs = [
    (start: 4000, level: 0.6),
    (start: 16_000, level: 0.8),
    (start: 24_000, level: 0.8),
    (start: 28_000, level: 0.7),
  ]
  for run in runs {
    for frame in run.start..<run.start + 8 {
      sound[frame] = run.level
    }
  }
  #expect(events(in: sound).map(\.start) == [2, 3])
}

@Test func `events of all kinds are in order of time, whatever the parts`() {
  let beginning = noise(3, level: 0.4)
  let silence = noise(2, level: 0)
  let rest = noise(7, level: 0.4, seed: 2)
  var sound = beginning + silence + rest
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
  let events = whole.sound?.events.first ?? []
  #expect(events.map(\.kind) == [.dropout, .silence, .clipping])
  #expect(events.map(\.start) == [1, 3, 10])
  #expect(events.map(\.end) == [1.025, 5, 10.003])

  for parts in [2, 3, 7] {
    #expect(signal.measurement(.int16, parts: parts) == whole)
  }
}

@Test func `more than a thousand events are counted, and the silences kept for chapters`() {
  var events = SoundEvents()
  // A frame is a second.
  func seconds(_ frame: Int) -> Double {
    Double(frame)
  }
  let dropouts = (0..<1500).map { index in
    EventRange(start: 10 * index, end: 10 * index + 1)
  }
  events.add(dropouts, omitted: 7, kind: .dropout, seconds: seconds)
  let silences = [
    EventRange(start: 5, end: 6),
    EventRange(start: 14_000, end: 14_001),
  ]
  events.add(silences, omitted: 0, kind: .silence, seconds: seconds)
  events.trim()

  // 1,502 less the first thousand, and the seven that were omitted before.
  #expect(events.first.count == 1000)
  #expect(events.omitted == 509)
  #expect(events.first[1] == SoundEvent(kind: .silence, start: 5, end: 6))
  #expect(events.laterSilences == [SoundEvent(kind: .silence, start: 14_000, end: 14_001)])
  #expect(SoundEvents(encoded: events.encoded()) == events)
}

/// Returns the list of stretches that a range of runs gives.
private func stretches(of runs: some Sequence<EventRange>) -> EventRanges {
  var all = EventRanges(pause: 5, limit: 20)
  for run in runs {
    all.add(run)
  }
  return all
}

// 60 runs, two in five of them within the pause of 5 frames, and a limit of 20: the seeds join runs
// across the border of two parts and leave some out.
@Test(arguments: 1...40)
func `lists of parts equal the list of the whole, however many are omitted`(seed: UInt64) {
  var random = SeededNumbers(seed: seed)
  var frame = 0
  let runs = (0..<60).map { _ in
    frame += Int.random(in: 1...12, using: &random)
    let start = frame
    frame += Int.random(in: 1...4, using: &random)
    let exponent = Int.random(in: -9...0, using: &random)
    return EventRange(start: start, end: frame, exponent: exponent)
  }
  let whole = stretches(of: runs)
  for first in stride(from: 0, through: 60, by: 7) {
    for second in stride(from: first, through: 60, by: 9) {
      // Three parts, of which some are empty.
      var joined = stretches(of: runs[..<first])
      joined.append(stretches(of: runs[first..<second]))
      joined.append(stretches(of: runs[second...]))
      #expect(joined == whole)
    }
  }

  #expect(EventRanges(encoded: whole.encoded()) == whole)
}

@Test func `a gap of decoding is an event`() throws {
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
  let measurement = meter.finish(truncated: false)

  // The sound that was decoded has none; the whole recording has.
  let decoded = try #require(measurement.sound)
  #expect(!decoded.events.first.contains { $0.kind == .gap })
  let whole = try #require(measurement.wholeSound)
  #expect(whole.events.first == [SoundEvent(kind: .gap, start: 2, end: 2.5)])
}
