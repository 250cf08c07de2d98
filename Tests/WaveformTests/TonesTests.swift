import Glibc
import Testing
import WavethumbBytes

@testable import Waveform

private struct Sine {
  var hertz: Double
  var amplitude: Double

  func sample(_ frame: Int, rate: Int) -> Float {
    let angle = 2 * Double.pi * hertz * Double(frame) / Double(rate)
    return Float(amplitude * sin(angle))
  }
}

/// Sines in each of some channels.
private struct Sines {
  var rate = 44_100
  var frames = 44_100
  /// The sines of each channel, which are added up.
  var channels: [[Sine]]

  init(rate: Int = 44_100, frames: Int = 44_100, channels: [[Sine]]) {
    self.rate = rate
    self.frames = frames
    self.channels = channels
  }

  /// Creates sines in a single channel.
  init(rate: Int = 44_100, frames: Int = 44_100, _ sines: Sine...) {
    self.init(rate: rate, frames: frames, channels: [sines])
  }

  var samples: [Float] {
    (0..<frames).flatMap { frame in
      channels.map { sines in
        sines.reduce(Float(0)) { sum, sine in
          sum + sine.sample(frame, rate: rate)
        }
      }
    }
  }

  func tones(
    _ length: WaveformLength? = nil,
    block: Int = 5000,
    maximumHeldBytes: Int = 0
  ) throws -> WaveformTones {
    try #require(
      measured(
        samples,
        channels: channels.count,
        rate: rate,
        length: length,
        block: block,
        maximumHeldBytes: maximumHeldBytes
      )
    )
  }
}

private func meter(
  channels: Int,
  rate: Int,
  _ length: WaveformLength,
  range: Range<Int>? = nil
) -> WaveformMeter {
  WaveformMeter(
    channels: channels,
    sampleRate: rate,
    length: length,
    format: SampleFormat(.float32, bigEndian: false),
    measures: Measures(TonesMeasure()),
    range: range
  )
}

private func measured(
  _ samples: [Float],
  channels: Int,
  rate: Int = 44_100,
  length: WaveformLength? = nil,
  block: Int = 5000,
  maximumHeldBytes: Int = 0
) -> WaveformTones? {
  var meter = meter(
    channels: channels,
    rate: rate,
    length ?? .known(frames: samples.count / channels)
  )
  meter.maximumHeldBytes = maximumHeldBytes
  let count = block * channels
  for start in stride(from: 0, to: samples.count, by: count) {
    let end = min(samples.count, start + count)
    withSpan(of: Array(samples[start..<end])) { meter.add($0) }
  }
  return meter.finish(truncated: false).tones
}

/// Returns the root mean square of a sine with an amplitude.
private func rms(ofSine amplitude: Double) -> Double { amplitude / 2.0.squareRoot() }

/// Returns whether a value differs from the expected one by at most a share of it.
// By default 1 %: 0.014 octaves of a pitch, 0.09 dB of a level.
private func isClose(_ value: Double?, to expected: Double, within share: Double = 0.01) -> Bool {
  guard let value else { return false }
  return abs(value - expected) <= share * expected
}

@Test(arguments: [100.0, 150, 440, 849, 1500, 3000, 4800, 9600], [44_100, 48_000, 96_000])
func `a sine has its own pitch and is in its band`(hertz: Double, rate: Int) throws {
  let sine = Sine(hertz: hertz, amplitude: 0.1)
  let tones = try Sines(rate: rate, frames: rate, sine).tones()
  // The window spreads a sine over a bin on both sides, of which one may be below 40 Hz.
  let binWidth = Double(rate) / 2048
  let isHigh = hertz > 4 * binWidth
  let tolerance = isHigh ? 0.02 : 0.05
  // Low, mid and high, divided at 200 and 2,000 Hz.
  let ownBand = [200.0, 2000].count { hertz >= $0 }
  for bar in tones.bars(7) {
    #expect(isClose(bar.pitch, to: hertz, within: tolerance))
    for (band, level) in bar.bands.enumerated() {
      if band == ownBand {
        #expect(isClose(level, to: rms(ofSine: 0.1), within: 0.02))
      } else {
        #expect(level < 0.01)
      }
    }
  }
}

@Test func `two sines have the mean of their logarithms by power and frequency`() throws {
  let sines = Sines(
    Sine(hertz: 300, amplitude: 0.4),
    Sine(hertz: 3000, amplitude: 0.2)
  )
  let tones = try sines.tones()
  // Amplitude squared, times frequency.
  let low = 0.4 * 0.4 * 300
  let high = 0.2 * 0.2 * 3000
  let mean = (low * log2(300) + high * log2(3000)) / (low + high)
  let bar = try #require(tones.bars(1).first)
  #expect(isClose(bar.pitch, to: exp2(mean)))
  #expect(isClose(bar.bands[1], to: rms(ofSine: 0.4)))
  #expect(isClose(bar.bands[2], to: rms(ofSine: 0.2)))
}

@Test func `opposite phases are as strong as they sound`() throws {
  let sine = Sine(hertz: 440, amplitude: 0.3)
  let inverted = Sine(hertz: 440, amplitude: -0.3)
  func bar(left: Sine, right: Sine) throws -> WaveformTones.Bar {
    let tones = try Sines(channels: [[left], [right]]).tones()
    return try #require(tones.bars(1).first)
  }
  let opposite = try bar(left: sine, right: inverted)
  let equal = try bar(left: sine, right: sine)
  // A sum of the channels would be silent.
  #expect(isClose(opposite.bands[1], to: rms(ofSine: 0.3)))
  let pitch = try #require(equal.pitch)
  #expect(isClose(opposite.pitch, to: pitch, within: 0.0001))
}

/// Returns a sine whose frequency depends on the share of the recording that has passed.
private func sweep(frames: Int, rate: Int, hertz: (Double) -> Double) -> [Float] {
  var phase = 0.0
  return (0..<frames).map { frame in
    let share = Double(frame) / Double(frames)
    phase += 2 * .pi * hertz(share) / Double(rate)
    return Float(0.5 * sin(phase))
  }
}

@Test func `a sweep rises from bar to bar`() throws {
  // Six octaves, from 100 to 6,400 Hz.
  func hertz(at share: Double) -> Double {
    100 * exp2(6 * share)
  }
  let samples = sweep(frames: 10 * 44_100, rate: 44_100, hertz: hertz)
  let bars = try #require(measured(samples, channels: 1)).bars(48)
  for (index, bar) in bars.enumerated() {
    let middle = (Double(index) + 0.5) / 48
    #expect(isClose(bar.pitch, to: hertz(at: middle), within: 0.05))
  }
}

@Test func `white noise has the pitch and the bands of its arithmetic`() throws {
  let highest = 22_050.0
  var random = SeededNumbers(seed: 1)
  let samples = random.floats(20 * 44_100)
  let bar = try #require(measured(samples, channels: 1)?.bars(1).first)

  // All frequencies are equally strong: the mean of log2 f by f from 0 to F is log2 F - 1 / (2 ln 2).
  // What is below 40 Hz hardly counts.
  let pitch = highest * exp2(-0.5 / log(2))
  #expect(isClose(bar.pitch, to: pitch, within: 0.01))

  // The mean square of numbers evenly between -1 and 1 is a third, and a band has its share of it:
  // from 20, 200 and 2,000 Hz on.
  let widths = [180, 1800, highest - 2000]
  for (level, width) in zip(bar.bands, widths) {
    let meanSquare = width / highest / 3
    #expect(isClose(level, to: meanSquare.squareRoot(), within: 0.05))
  }
}

@Test(arguments: [1, 2, 3, 16, 64])
func `all channels count equally, however many`(channels: Int) throws {
  // One channel in the middle band, and all others in the high one.
  let mid = Sine(hertz: 1000, amplitude: 0.2)
  let high = Sine(hertz: 5000, amplitude: 0.2)
  let sines = [[mid]] + Array(repeating: [high], count: channels - 1)
  let tones = try Sines(rate: 48_000, frames: 12_000, channels: sines).tones()
  let bar = try #require(tones.bars(1).first)

  // The mean square of each sine, shared among the channels.
  let meanSquare = 0.2 * 0.2 / 2
  let midSquare = meanSquare / Double(channels)
  let highSquare = meanSquare - midSquare
  #expect(isClose(bar.bands[1], to: midSquare.squareRoot(), within: 0.02))
  // Of one channel it is 0, of which no share can be a tolerance.
  #expect(abs(bar.bands[2] - highSquare.squareRoot()) < 0.003)
}

@Test(arguments: [8000, 22_050, 192_000])
func `every sampling rate has its pitches`(rate: Int) throws {
  let sine = Sine(hertz: 1000, amplitude: 0.5)
  let tones = try Sines(rate: rate, frames: 2 * rate, sine).tones()
  for bar in tones.bars(10) {
    #expect(isClose(bar.pitch, to: 1000, within: 0.02))
  }
}

@Test func `silence has no pitch and no bands`() throws {
  let samples = [Float](repeating: 0, count: 30_000)
  let silence = try #require(measured(samples, channels: 1))
  for bar in silence.bars(5) {
    #expect(bar == WaveformTones.Bar(bands: [0, 0, 0]))
  }
}

@Test func `a sine below -60 dBFS has no pitch`() throws {
  let quiet = try Sines(Sine(hertz: 5000, amplitude: 0.001)).tones()
  for bar in quiet.bars(5) {
    #expect(bar.pitch == nil)
    #expect(bar.bands[2] > 0)
  }
}

@Test func `one sample has one column, and no sample traps`() {
  #expect(measured([1], channels: 1)?.count == 1)
  #expect(measured([1], channels: 1, rate: 1)?.count == 1)
  let odd: [Float] = [.nan, .infinity, -.infinity, 1e30]
  #expect(measured(odd, channels: 2)?.bars(3).count == 3)
}

@Test func `bars outside the recording are silent`() throws {
  // A second of sound, and one behind it.
  let tones = try Sines(Sine(hertz: 440, amplitude: 0.5)).tones()
  let bars = tones.bars(4, within: 0...2)
  #expect(isClose(bars[0].pitch, to: 440))
  #expect(isClose(bars[1].pitch, to: 440))
  #expect(bars[2].pitch == nil)
  #expect(bars[3].pitch == nil)
}

@Test func `the size of blocks changes nothing`() throws {
  let left = [Sine(hertz: 440, amplitude: 0.5)]
  let right = [Sine(hertz: 80, amplitude: 0.1), Sine(hertz: 7000, amplitude: 0.2)]
  let sines = Sines(channels: [left, right])
  let tones = try sines.tones()
  // Frame by frame, half a window of 2,048, and all at once.
  for block in [1, 1024, 100_000] {
    #expect(try sines.tones(block: block) == tones, "\(block)")
  }
}

@Test(arguments: [1, 2, 3])
func `parts join to the same tones, bit for bit`(channels: Int) throws {
  // The last is so long in one channel that windows do not overlap.
  for frames in [5000, 40_000, 300_001, 5_000_003 / channels] {
    var random = SeededNumbers(seed: 5)
    let samples = random.floats(frames * channels)
    let whole = try #require(measured(samples, channels: channels))
    for count in [1, 2, 7] {
      let ranges = WaveformMeter.splits(frames: frames, into: count)
      let parts = ranges.compactMap { range in
        part(of: samples, channels: channels, range: range)
      }
      #expect(WaveformMeasurement(merging: parts)?.tones == whole)
    }
  }
}

/// Measures a range of a recording, and sends it as between processes.
private func part(of samples: [Float], channels: Int, range: Range<Int>) -> WaveformPart? {
  let frames = samples.count / channels
  var meter = meter(channels: channels, rate: 44_100, .known(frames: frames), range: range)
  let needed = meter.framesWanted
  // The last windows may end behind a short recording.
  let end = min(needed.upperBound, frames)
  let own = samples[needed.lowerBound * channels..<end * channels]
  withSpan(of: Array(own)) { meter.add($0) }
  let part = meter.finishPart(truncated: false)
  return WaveformPart(encoded: part.encoded())
}

@Test func `a stream of unknown length has nearly the same tones`() throws {
  let samples = sweep(frames: 60 * 8000, rate: 8000) { share in 200 + 1500 * share }
  let file = try #require(measured(samples, channels: 1, rate: 8000))
  let stream = try #require(measured(samples, channels: 1, rate: 8000, length: .unknown))
  for (fileBar, streamBar) in zip(file.bars(100), stream.bars(100)) {
    let pitch = try #require(fileBar.pitch)
    // At this rate a column of the stream is as long as a bar, and may lie beside it by half.
    #expect(isClose(streamBar.pitch, to: pitch, within: 0.05))
  }
}

@Test func `tones survive encoding, and other bytes are refused`() throws {
  let tones = try Sines(Sine(hertz: 440, amplitude: 0.5)).tones()
  let bytes = tones.encoded()
  #expect(WaveformTones(encoded: bytes) == tones)
  #expect(WaveformTones(encoded: bytes.dropLast(2)) == nil)
  #expect(WaveformTones(encoded: bytes + [0, 0]) == nil)

  let tooLong = encodedTones(columns: WaveformTones.columnCount + 1, byte: 1)
  #expect(WaveformTones(encoded: tooLong) == nil)
}

/// Returns encoded tones of columns whose codes have the same bytes: their number, and five codes of
/// two bytes for each column.
private func encodedTones(columns: Int, byte: UInt8) -> [UInt8] {
  let codeCount = 5 * columns
  return Int64(codeCount).encoded() + [UInt8](repeating: byte, count: 2 * codeCount)
}

@Test func `tones of any codes can be drawn`() throws {
  let largest = encodedTones(columns: 2, byte: 255)
  let bar = try #require(WaveformTones(encoded: largest)?.bars(1).first)
  #expect(bar.bands.allSatisfy { $0.isFinite })
  #expect(bar.pitch?.isFinite == true)
}

@Test func `a list of measures survives encoding, and unknown ones are refused`() {
  var measures = Measures(SpectrogramMeasure(columns: 77))
  measures.tones = true
  #expect(measures.spectrogramColumns == 77)
  #expect(!measures.sound)

  var bytes = measures.encoded()
  #expect(Measures(encoded: bytes) == measures)
  // The kind of the first measure follows the number of measures.
  bytes[1] = 99
  #expect(Measures(encoded: bytes) == nil)
}

@Test func `a measure with parameters has a key of its own in the cache`() {
  var measures = Measures(SpectrogramMeasure(columns: 77))
  measures.tones = true
  #expect(measures.withOwnKeys.map(\.word) == ["1 columns 77 from -90 window 1024"])
  #expect(measures.sharingKey == Measures(TonesMeasure()))
}

@Test func `each measure has a kind of its own`() {
  let kinds = Measures.kinds.map { $0.kind }
  #expect(Set(kinds).count == kinds.count)
}
