import Glibc
import Testing
import WavethumbBytes

@testable import Waveform

private let rate = 44_100
/// The frames of a window.
private let windowSize = 1024

private func meter(
  columns: Int,
  channels: Int = 1,
  length: WaveformLength,
  range: Range<Int>? = nil
) -> WaveformMeter {
  WaveformMeter(
    channels: channels,
    sampleRate: rate,
    length: length,
    format: SampleFormat(.float32, bigEndian: false),
    measures: Measures(SpectrogramMeasure(columns: columns)),
    range: range
  )
}

private func measured(
  _ samples: [Float],
  columns: Int,
  length: WaveformLength? = nil,
  channels: Int = 1,
  block: Int = 5000
) throws -> Spectrogram {
  let length = length ?? .known(frames: samples.count / channels)
  var meter = meter(columns: columns, channels: channels, length: length)
  // Blocks are measured as they come, and not gathered.
  meter.maximumHeldBytes = 0
  meter.add(samples[...], block: block * channels)
  return try #require(meter.finish(truncated: false).spectrogram)
}

extension WaveformMeter {
  /// Adds samples in blocks of so many.
  fileprivate mutating func add(_ samples: ArraySlice<Float>, block: Int) {
    for start in stride(from: samples.startIndex, to: samples.endIndex, by: block) {
      let end = min(samples.endIndex, start + block)
      withSpan(of: Array(samples[start..<end])) { add($0) }
    }
  }
}

private func tone(_ hertz: Double, frames: Int, amplitude: Double = 1) -> [Float] {
  (0..<frames).map { frame in
    let angle = 2 * .pi * hertz * Double(frame) / Double(rate)
    return Float(amplitude * sin(angle))
  }
}

extension Spectrogram {
  fileprivate func loudestBin(ofColumn column: Int) -> (bin: Int, level: Int) {
    let start = column * Spectrogram.binCount(window: 1024)
    let bins = levels[start..<start + Spectrogram.binCount(window: 1024)]
    let highest = bins.max() ?? 0
    let index = bins.firstIndex(of: highest) ?? start
    return (bin: index - start, level: Int(highest))
  }
}

@Test(arguments: [100.0, 1000, 10_000])
func `a tone is in its bin at its level`(hertz: Double) throws {
  let sine = tone(hertz, frames: rate, amplitude: 0.1)
  let spectrogram = try measured(sine, columns: 40)
  #expect(spectrogram.columnCount == 40)
  let exactBin = hertz * Double(windowSize) / Double(rate)
  for column in [0, 20, 39] {
    let (bin, level) = spectrogram.loudestBin(ofColumn: column)
    #expect(abs(Double(bin) - exactBin) <= 1)
    // -20 dB, minus the scalloping loss of a tone between two bins.
    #expect((190...199).contains(level))
  }
}

@Test(arguments: [50, 400, 900])
func `an impulse is in its column and next to it only`(columns: Int) throws {
  let frames = 100_000
  let impulse = 61_234
  var samples = [Float](repeating: 0, count: frames)
  samples[impulse] = 1
  let spectrogram = try measured(samples, columns: columns)

  let audible = (0..<columns).filter { spectrogram.loudestBin(ofColumn: $0).level > 0 }
  let own = impulse * columns / frames
  #expect(audible.contains(own))
  // Windows that begin or end in a neighboring column have the impulse as well.
  let reach = windowSize * columns / frames + 1
  #expect(audible.allSatisfy { abs($0 - own) <= reach })
}

@Test(arguments: [
  (from: 2, to: 1),
  (from: 1, to: 3),
])
func `equal columns keep their levels in fewer and in more columns`(from: Int, to: Int) throws {
  let column = (0..<Spectrogram.binCount(window: 1024)).map { UInt8(truncatingIfNeeded: $0) }
  func columns(_ count: Int) -> [UInt8] {
    Array(repeatElement(column, count: count).joined())
  }
  let spectrogram = try #require(Spectrogram(sampleRate: rate, levels: columns(from)))
  #expect(spectrogram.pooled(to: to)?.levels == columns(to))
}

// Frame by frame, around the size of a window, and all at once.
@Test(arguments: [1, 512, 1023, 1024, 77_777])
func `the size of blocks does not change a spectrogram`(block: Int) throws {
  let samples = tone(440, frames: 50_000)
  let expected = try measured(samples, columns: 64)
  #expect(try measured(samples, columns: 64, block: block) == expected)
}

@Test(arguments: [1, 3, 40, 150, 700])
func `parts merge to the same spectrogram, bit for bit`(columns: Int) throws {
  var random = SeededNumbers(seed: 5)
  let samples = random.floats(200_001)
  let whole = try measured(samples, columns: columns)
  let length = WaveformLength.known(frames: samples.count)
  for count in [1, 2, 8] {
    let parts = WaveformMeter.splits(frames: samples.count, into: count).map { range in
      var meter = meter(columns: columns, length: length, range: range)
      meter.add(samples[meter.framesWanted], block: 3000)
      return meter.finishPart(truncated: false)
    }
    #expect(WaveformMeasurement(merging: parts)?.spectrogram == whole)
  }
}

@Test(arguments: [1, 2, 3, 5, 8, 11])
func `channels together are as loud as alone`(channels: Int) throws {
  let sine = tone(2000, frames: 20_000, amplitude: 0.5)
  let alone = try measured(sine, columns: 6)
  let interleaved = sine.flatMap { sample in
    [Float](repeating: sample, count: channels)
  }
  let together = try measured(interleaved, columns: 6, channels: channels)
  // Sums of other floats may round to the next level.
  for (one, other) in zip(alone.levels, together.levels) {
    #expect(abs(Int(one) - Int(other)) <= 1)
  }
}

@Test func `a recording shorter than a window has one column`() throws {
  let short = tone(5000, frames: 700)
  #expect(try measured(short, columns: 1).columnCount == 1)
}

@Test func `opposite phases have equal power in a spectrogram`() throws {
  let sine = tone(1000, frames: 30_000, amplitude: 0.5)
  let same = sine.flatMap { [$0, $0] }
  let opposite = sine.flatMap { [$0, -$0] }
  let expected = try measured(same, columns: 8, channels: 2)
  #expect(try measured(opposite, columns: 8, channels: 2) == expected)
}

@Test(arguments: [1, 700, 1024, 3000])
func `a short recording fills all columns`(frames: Int) throws {
  let spectrogram = try measured(tone(5000, frames: frames), columns: 300)
  #expect(spectrogram.columnCount == 300)
}

@Test func `a spectrogram of unknown length is close to the exact one`() throws {
  let samples = tone(3000, frames: 3_000_000, amplitude: 0.5)
  let known = try measured(samples, columns: 100)
  let unknown = try measured(samples, columns: 100, length: .unknown)
  #expect(unknown.columnCount == 100)
  for column in 0..<100 {
    let one = known.loudestBin(ofColumn: column)
    let other = unknown.loudestBin(ofColumn: column)
    #expect(one.bin == other.bin)
    // Other windows, which hit another part of the wave.
    #expect(abs(one.level - other.level) <= 2)
  }
}

@Test func `a measurement with a spectrogram is decoded equal`() throws {
  var meter = meter(columns: 3, length: .known(frames: 9000))
  withSpan(of: tone(440, frames: 9000)) { meter.add($0) }
  let measurement = meter.finish(truncated: false)
  #expect(measurement.spectrogram != nil)

  let encoded = measurement.encoded()
  #expect(WaveformMeasurement(encoded: encoded) == measurement)
  let truncated = Array(encoded.dropLast())
  #expect(WaveformMeasurement(encoded: truncated) == nil)
}

/// Measures samples of one channel with another window, in parts that are joined.
private func measured(_ samples: [Float], window: Int, parts: Int = 1) throws -> Spectrogram {
  let measured = WaveformMeter.splits(frames: samples.count, into: parts).map { range in
    var meter = WaveformMeter(
      channels: 1,
      sampleRate: rate,
      length: .known(frames: samples.count),
      format: SampleFormat(.float32, bigEndian: false),
      measures: Measures(SpectrogramMeasure(columns: 30, window: window)),
      range: range
    )
    let wanted = meter.framesWanted.clamped(to: samples.indices)
    meter.add(samples[wanted], block: 3000)
    return meter.finishPart(truncated: false)
  }
  let sent = measured.compactMap { WaveformPart(encoded: $0.encoded()) }
  let whole = try #require(WaveformMeasurement(merging: sent))
  return try #require(whole.spectrogram)
}

@Test(arguments: Spectrogram.windows)
func `a tone has its bin and its level in every window, in any number of parts`(
  window: Int
) throws {
  let bin = window / 16
  let hertz = Double(bin) * Double(rate) / Double(window)
  let sine = tone(hertz, frames: 2 * rate, amplitude: 0.1)
  let spectrogram = try measured(sine, window: window)
  #expect(spectrogram.binCount == window / 2 + 1)
  #expect(spectrogram.columnCount == 30)
  // -20 dB on a scale from -90 to 0 of 255 steps.
  let expected = 255 * 70.0 / 90
  for column in 0..<30 {
    let start = column * spectrogram.binCount
    let levels = spectrogram.levels[start..<start + spectrogram.binCount]
    #expect(levels.firstIndex(of: levels.max() ?? 0) == start + bin)
    #expect(abs(Double(levels[start + bin]) - expected) <= 1)
  }
  for parts in [2, 5] {
    #expect(try measured(sine, window: window, parts: parts) == spectrogram)
  }
}

@Test func `two tones 20 Hz apart are two lines in a long window, and one in a short one`() throws {
  let low = tone(1000, frames: 4 * rate, amplitude: 0.4)
  let high = tone(1020, frames: 4 * rate, amplitude: 0.4)
  let both = zip(low, high).map { $0 + $1 }

  /// Returns the highest levels near both tones, and the lowest between them.
  func levels(window: Int) throws -> (lines: [UInt8], between: UInt8) {
    let spectrogram = try measured(both, window: window)
    let start = 15 * spectrogram.binCount
    let column = Array(spectrogram.levels[start..<start + spectrogram.binCount])
    func bin(_ hertz: Double) -> Int { Int((hertz * Double(window) / Double(rate)).rounded()) }
    let between = column[bin(1000)...bin(1020)].min() ?? 0
    return (lines: [column[bin(1000)], column[bin(1020)]], between: between)
  }
  // A Hann window is 15 dB lower between the lines; 10 dB are 28 of 255 steps.
  let long = try levels(window: 8192)
  #expect(long.lines.allSatisfy { $0 > long.between + 28 })
  let short = try levels(window: 1024)
  // Nothing between them is lower than both.
  #expect(short.between == short.lines.min())
}
