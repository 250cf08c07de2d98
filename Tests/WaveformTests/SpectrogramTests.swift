import Glibc
import Testing
import WavethumbBytes

@testable import Waveform

private let rate = 44_100

private func measured(
  _ samples: [Float],
  columns: Int,
  length: WaveformLength? = nil,
  channels: Int = 1,
  block: Int = 5000,
  mostHeld: Int = 0
) throws -> Spectrogram {
  var meter = WaveformMeter(
    channels: channels,
    sampleRate: rate,
    length: length ?? .known(frames: samples.count / channels),
    format: SampleFormat(.float32, bigEndian: false),
    measures: Measures(SpectrogramMeasure(columns: columns))
  )
  meter.maximumHeldBytes = mostHeld
  for start in stride(from: 0, to: samples.count, by: block * channels) {
    let part = Array(samples[start..<min(samples.count, start + block * channels)])
    lend(part) { meter.add($0) }
  }
  return try #require(meter.finish(truncated: false).spectrogram)
}

private func tone(_ hertz: Double, frames: Int, amplitude: Double = 1) -> [Float] {
  (0..<frames).map { frame in
    let angle = 2 * .pi * hertz * Double(frame) / Double(rate)
    return Float(amplitude * sin(angle))
  }
}

private func loudestBin(_ spectrogram: Spectrogram, column: Int) -> (bin: Int, level: UInt8) {
  let start = column * Spectrogram.binCount
  let bins = spectrogram.levels[start..<start + Spectrogram.binCount]
  let highest = bins.max() ?? 0
  let index = bins.firstIndex(of: highest) ?? start
  return (index - start, highest)
}

@Test(arguments: [100.0, 1000, 10_000])
func `a tone is in its bin at its level`(hertz: Double) throws {
  let spectrogram = try measured(tone(hertz, frames: rate, amplitude: 0.1), columns: 40)
  #expect(spectrogram.columnCount == 40)
  for column in [0, 20, 39] {
    let (bin, level) = loudestBin(spectrogram, column: column)
    #expect(abs(Double(bin) - hertz * 1024 / Double(rate)) <= 1)
    // -20 dB, minus the scalloping loss of a tone between two bins.
    #expect((190...199).contains(Int(level)))
  }
}

@Test(arguments: [50, 400, 900])
func `an impulse is in its column and next to it only`(columns: Int) throws {
  var samples = [Float](repeating: 0, count: 100_000)
  samples[61_234] = 1
  let spectrogram = try measured(samples, columns: columns)
  let heard = (0..<columns).filter { loudestBin(spectrogram, column: $0).level > 0 }
  let own = 61_234 * columns / 100_000
  #expect(heard.contains(own))
  let reach = 1024 * columns / 100_000 + 1
  #expect(heard.allSatisfy { abs($0 - own) <= reach })
}

@Test(arguments: [(2, 1), (1, 3)])
func `equal columns keep their levels in fewer and in more columns`(from: Int, to: Int) throws {
  let column = (0..<Spectrogram.binCount).map { UInt8(truncatingIfNeeded: $0) }
  let columns = (0..<from).flatMap { _ in column }
  let spectrogram = try #require(Spectrogram(sampleRate: rate, levels: columns))
  #expect(spectrogram.pooled(to: to)?.levels == (0..<to).flatMap { _ in column })
}

@Test(arguments: [1, 512, 1023, 1024, 77_777])
func `the size of blocks does not change a spectrogram`(block: Int) throws {
  let samples = tone(440, frames: 50_000)
  #expect(try measured(samples, columns: 64, block: block) == measured(samples, columns: 64))
}

@Test(arguments: [1, 3, 40, 150, 700])
func `parts merge to the same spectrogram, bit for bit`(columns: Int) throws {
  var numbers = SeededNumbers(state: 5)
  let samples = (0..<200_001).map { _ in Float.random(in: -1...1, using: &numbers) }
  let whole = try measured(samples, columns: columns)
  for count in [1, 2, 8] {
    let parts = WaveformMeter.splits(frames: samples.count, into: count).map { range in
      var meter = WaveformMeter(
        channels: 1,
        sampleRate: rate,
        length: .known(frames: samples.count),
        format: SampleFormat(.float32, bigEndian: false),
        measures: Measures(SpectrogramMeasure(columns: columns)),
        range: range
      )
      let frames = meter.framesWanted
      for start in stride(from: frames.lowerBound, to: frames.upperBound, by: 3000) {
        lend(Array(samples[start..<min(start + 3000, frames.upperBound)])) { meter.add($0) }
      }
      return meter.finishPart(truncated: false)
    }
    #expect(WaveformMeasurement(merging: parts)?.spectrogram == whole)
  }
}

@Test(arguments: [1, 2, 3, 5, 8, 11])
func `channels together are as loud as alone`(channels: Int) throws {
  let frames = 20_000
  let alone = try measured(tone(2000, frames: frames, amplitude: 0.5), columns: 6)
  let interleaved = tone(2000, frames: frames, amplitude: 0.5).flatMap { sample in
    [Float](repeating: sample, count: channels)
  }
  let together = try measured(interleaved, columns: 6, channels: channels)
  #expect(zip(alone.levels, together.levels).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
}

@Test func `a recording shorter than a window has one column`() throws {
  #expect(try measured(tone(5000, frames: 700), columns: 1).columnCount == 1)
}

@Test func `opposite phases have equal power in a spectrogram`() throws {
  let left = tone(1000, frames: 30_000, amplitude: 0.5)
  let same = try measured(left.flatMap { [$0, $0] }, columns: 8, channels: 2)
  let opposite = try measured(left.flatMap { [$0, -$0] }, columns: 8, channels: 2)
  #expect(same == opposite)
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
    let one = loudestBin(known, column: column)
    let other = loudestBin(unknown, column: column)
    #expect(one.bin == other.bin)
    #expect(abs(Int(one.level) - Int(other.level)) <= 2)
  }
}

@Test func `a measurement with a spectrogram is decoded equal`() throws {
  var meter = WaveformMeter(
    channels: 1,
    sampleRate: rate,
    length: .known(frames: 9000),
    format: SampleFormat(.float32, bigEndian: false),
    measures: Measures(SpectrogramMeasure(columns: 3))
  )
  lend(tone(440, frames: 9000)) { meter.add($0) }
  let measurement = meter.finish(truncated: false)

  let encoded = measurement.encoded()
  #expect(measurement.spectrogram != nil)
  #expect(WaveformMeasurement(encoded: encoded) == measurement)
  #expect(WaveformMeasurement(encoded: encoded.dropLast(1) + []) == nil)
}
