import Glibc
import Testing
import WavethumbBytes

@testable import Waveform

/// A sine in each of some channels.
private struct Sines {
  var rate = 44_100
  var frames = 44_100
  /// The frequency and amplitude of the sines of each channel, added up.
  var channels: [[(hertz: Double, amplitude: Double)]]

  var samples: [Float] {
    (0..<frames).flatMap { frame in
      channels.map { sines in
        sines.reduce(Float(0)) { sum, sine in
          let angle = 2 * Double.pi * sine.hertz * Double(frame) / Double(rate)
          return sum + Float(sine.amplitude * sin(angle))
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
    lend(Array(samples[start..<end])) { meter.add($0) }
  }
  return meter.finish(truncated: false).tones
}

/// Returns the root mean square of a sine with an amplitude.
private func rms(ofSine amplitude: Double) -> Double { amplitude / 2.0.squareRoot() }

private func isClose(_ value: Double?, to expected: Double, within share: Double = 0.01) -> Bool {
  guard let value else { return false }
  return abs(value - expected) <= share * expected
}

@Test(arguments: [100.0, 150, 440, 849, 1500, 3000, 4800, 9600], [44_100, 48_000, 96_000])
func `a sine has its own pitch and is in its band`(hertz: Double, rate: Int) throws {
  let tones = try Sines(rate: rate, frames: rate, channels: [[(hertz, 0.1)]]).tones()
  // The window spreads a sine over a bin on both sides, of which one may be below 40 Hz.
  let isHigh = hertz > 4 * Double(rate) / 2048
  let tolerance = isHigh ? 0.02 : 0.05
  let band = [200.0, 2000].count { hertz >= $0 }
  for bar in tones.bars(7) {
    #expect(isClose(bar.pitch, to: hertz, within: tolerance))
    #expect(isClose(bar.bands[band], to: rms(ofSine: 0.1), within: 0.02))
    for other in 0..<3 where other != band {
      #expect(bar.bands[other] < 0.01)
    }
  }
}

@Test func `two sines have the mean of their logarithms by power and frequency`() throws {
  let tones = try Sines(channels: [[(300, 0.4), (3000, 0.2)]]).tones()
  // Amplitude squared, times frequency.
  let low = 0.16 * 300
  let high = 0.04 * 3000
  let mean = (low * log2(300) + high * log2(3000)) / (low + high)
  let bar = try #require(tones.bars(1).first)
  #expect(isClose(bar.pitch, to: exp2(mean)))
  #expect(isClose(bar.bands[1], to: rms(ofSine: 0.4)))
  #expect(isClose(bar.bands[2], to: rms(ofSine: 0.2)))
}

@Test func `opposite phases are as strong as they sound`() throws {
  let opposite = try Sines(channels: [[(440, 0.3)], [(440, -0.3)]]).tones()
  let equal = try Sines(channels: [[(440, 0.3)], [(440, 0.3)]]).tones()
  #expect(isClose(opposite.bars(1)[0].bands[1], to: rms(ofSine: 0.3)))
  #expect(isClose(opposite.bars(1)[0].pitch, to: equal.bars(1)[0].pitch ?? 0, within: 0.0001))
}

@Test func `a sweep rises from bar to bar`() throws {
  let frames = 10 * 44_100
  var phase = 0.0
  let samples = (0..<frames).map { frame in
    phase += 2 * .pi * 100 * exp2(6 * Double(frame) / Double(frames)) / 44_100
    return Float(0.5 * sin(phase))
  }
  let bars = try #require(measured(samples, channels: 1)).bars(48)
  for (index, bar) in bars.enumerated() {
    // The middle of a bar in octaves.
    let expected = 100 * exp2(6 * (Double(index) + 0.5) / 48)
    #expect(isClose(bar.pitch, to: expected, within: 0.05))
  }
}

@Test func `white noise has the pitch and the bands of its arithmetic`() throws {
  let edge = 22_050.0
  var state: UInt64 = 1
  let samples = (0..<20 * 44_100).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Float(state >> 40) / 0x1p23 - 1
  }
  let bar = try #require(measured(samples, channels: 1)?.bars(1).first)
  // The integral of f log2 f over that of f, from 0: what is below 40 Hz hardly counts.
  #expect(isClose(bar.pitch, to: edge * exp2(-0.5 / log(2)), within: 0.01))

  // The mean square of numbers evenly between -1 and 1 is a third.
  for (band, width) in [180, 1800, edge - 2000].enumerated() {
    #expect(isClose(bar.bands[band], to: (width / edge / 3).squareRoot(), within: 0.05))
  }
}

@Test(arguments: [1, 2, 3, 16, 64])
func `all channels count equally, however many`(channels: Int) throws {
  let mid = [(hertz: 1000.0, amplitude: 0.2)]
  let high = [(hertz: 5000.0, amplitude: 0.2)]
  let sines = [mid] + Array(repeating: high, count: channels - 1)
  let tones = try Sines(rate: 48_000, frames: 12_000, channels: sines).tones()
  let bar = try #require(tones.bars(1).first)
  // The mean square of each sine, shared among the channels.
  let meanSquare = 0.2 * 0.2 / 2
  let share = 1 / Double(channels)
  #expect(isClose(bar.bands[1], to: (meanSquare * share).squareRoot(), within: 0.02))
  #expect(abs(bar.bands[2] - (meanSquare * (1 - share)).squareRoot()) < 0.003)
}

@Test(arguments: [8000, 22_050, 192_000])
func `every sampling rate has its pitches`(rate: Int) throws {
  let tones = try Sines(rate: rate, frames: 2 * rate, channels: [[(1000, 0.5)]]).tones()
  #expect(tones.bars(10).allSatisfy { isClose($0.pitch, to: 1000, within: 0.02) })
}

@Test func `silence has no pitch, and one sample has one column`() throws {
  let silence = try #require(measured([Float](repeating: 0, count: 30_000), channels: 1))
  #expect(silence.bars(5).allSatisfy { $0 == WaveformTones.Bar(bands: [0, 0, 0]) })
  let quiet = try Sines(channels: [[(5000, 0.001)]]).tones()
  #expect(quiet.bars(5).allSatisfy { $0.pitch == nil && $0.bands[2] > 0 })
  #expect(measured([1], channels: 1)?.count == 1)
  #expect(measured([1], channels: 1, rate: 1)?.count == 1)
  #expect(measured([.nan, .infinity, -.infinity, 1e30], channels: 2)?.bars(3).count == 3)
}

@Test func `bars outside the recording are silent`() throws {
  let bars = try Sines(channels: [[(440, 0.5)]]).tones().bars(4, within: 0...2)
  #expect(isClose(bars[0].pitch, to: 440))
  #expect(isClose(bars[1].pitch, to: 440))
  #expect(bars[2].pitch == nil)
  #expect(bars[3].pitch == nil)
}

@Test func `the size of blocks changes nothing`() throws {
  let sines = Sines(channels: [[(440, 0.5)], [(80, 0.1), (7000, 0.2)]])
  let tones = try sines.tones()
  #expect(try sines.tones(block: 1) == tones)
  #expect(try sines.tones(block: 1024) == tones)
  #expect(try sines.tones(block: 100_000) == tones)
}

@Test(arguments: [1, 2, 3])
func `parts join to the same tones, bit for bit`(channels: Int) throws {
  for frames in [5000, 40_000, 300_001, 5_000_003 / channels] {
    var noise = SeededNumbers(state: 5)
    let samples = (0..<frames * channels).map { _ in Float.random(in: -1...1, using: &noise) }
    let whole = try #require(measured(samples, channels: channels))
    for count in [1, 2, 7] {
      let parts = WaveformMeter.splits(frames: frames, into: count).map { range in
        var meter = meter(channels: channels, rate: 44_100, .known(frames: frames), range: range)
        let needed = meter.framesWanted
        let end = min(needed.upperBound, frames)
        lend(Array(samples[needed.lowerBound * channels..<end * channels])) { meter.add($0) }
        return meter.finishPart(truncated: false)
      }
      let sent = parts.compactMap { WaveformPart(encoded: $0.encoded()) }
      #expect(WaveformMeasurement(merging: sent)?.tones == whole)
    }
  }
}

@Test func `a stream of unknown length has nearly the same tones`() throws {
  let frames = 60 * 8000
  var phase = 0.0
  let samples = (0..<frames).map { frame in
    phase += 2 * .pi * (200 + 1500 * Double(frame) / Double(frames)) / 8000
    return Float(0.5 * sin(phase))
  }
  let known = try #require(measured(samples, channels: 1, rate: 8000)).bars(100)
  let folded = try #require(measured(samples, channels: 1, rate: 8000, length: .unknown)).bars(100)
  for (one, other) in zip(known, folded) {
    // At this rate a column of the stream is as long as a bar, and may lie beside it by half.
    #expect(isClose(one.pitch, to: other.pitch ?? 0, within: 0.05))
  }
}

@Test func `tones survive encoding, and other bytes are refused`() throws {
  let tones = try Sines(channels: [[(440, 0.5)]]).tones()
  let bytes = tones.encoded()
  #expect(WaveformTones(encoded: bytes) == tones)
  #expect(WaveformTones(encoded: bytes.dropLast(2)) == nil)
  #expect(WaveformTones(encoded: bytes + [0, 0]) == nil)
  // One column more than there may be.
  var longer = ByteWriter()
  longer.append(Int64(5 * 2401))
  longer.append([UInt8](repeating: 1, count: 2 * 5 * 2401))
  #expect(WaveformTones(encoded: longer.bytes) == nil)
}

@Test func `tones of any codes can be drawn`() throws {
  // Two columns of five codes of two bytes.
  var wild = ByteWriter()
  wild.append(Int64(10))
  wild.append([UInt8](repeating: 255, count: 20))
  let bar = try #require(WaveformTones(encoded: wild.bytes)?.bars(1).first)
  #expect(bar.bands.allSatisfy { $0.isFinite })
  #expect(bar.pitch?.isFinite == true)
}

@Test func `a list of measures survives encoding, and unknown ones are refused`() {
  var measures = Measures(SpectrogramMeasure(columns: 77))
  measures.tones = true
  #expect(Measures(encoded: measures.encoded()) == measures)
  #expect(measures.spectrogramColumns == 77)
  #expect(!measures.sound)
  #expect(measures.withOwnKeys.map(\.word) == ["1 columns 77"])
  #expect(measures.sharingKey == Measures(TonesMeasure()))
  var bytes = measures.encoded()
  bytes[1] = 99
  #expect(Measures(encoded: bytes) == nil)
  #expect(Set(Measures.kinds.map { $0.kind }).count == Measures.kinds.count)
}
