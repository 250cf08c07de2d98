import Glibc
import Testing
import WavethumbBytes

@testable import Waveform

private func sine(_ frequency: Double, rate: Int, frames: Int, level: Double = 1) -> Recording {
  let samples = (0..<frames).map { frame in
    level * sin(2 * .pi * frequency * Double(frame) / Double(rate))
  }
  return Recording(channels: 1, samples: samples)
}

/// The frames of a window, and the bins of its spectrum.
private let windowSize = 1024
private let binCount = windowSize / 2 + 1

/// Returns the power of each bin of a window, by the definition of the DFT.
private func power(of samples: [Double]) -> [Double] {
  let windowSize = samples.count
  let size = Double(windowSize)
  let cosines = (0..<windowSize).map { cos(2 * Double.pi * Double($0) / size) }
  let windowed = samples.enumerated().map { index, sample in
    let hann = 0.5 - 0.5 * cos(2 * .pi * Double(index) / size)
    return sample * hann
  }
  let quarter = windowSize / 4
  // The DFT of a full-scale sine is half of the window's size high, and the window halves it again.
  let fullScale = size / 4
  return (0...windowSize / 2).map { bin in
    var real = 0.0
    var imaginary = 0.0
    for (index, value) in windowed.enumerated() {
      let step = bin * index % windowSize
      real += value * cosines[step]
      // The sine is the cosine a quarter of a turn before.
      imaginary -= value * cosines[(step + 3 * quarter) % windowSize]
    }
    return (real * real + imaginary * imaginary) / (fullScale * fullScale)
  }
}

/// Expects the power of each bin.
private func expectPower(_ power: [Float], toEqual expected: [Double]) {
  for bin in expected.indices {
    let difference = abs(Double(power[bin]) - expected[bin])
    // Each pass of the transform rounds to floats, by 6e-8 of a value.
    #expect(difference < 1e-6 * (1 + expected[bin]), "bin \(bin)")
  }
}

@Test(arguments: Spectrogram.windows)
func `the pair transform equals its definition`(windowSize: Int) {
  var random = SeededNumbers(seed: 20)
  let left = random.samples(windowSize)
  let right = random.samples(windowSize, level: 0.1)
  var transform = PairTransform(size: windowSize)
  // Two real signals are one complex one, four samples in a vector.
  for index in 0..<windowSize {
    let vector = index / 4
    let lane = index % 4
    transform.signal[vector].real[lane] = Float(left[index])
    transform.signal[vector].imaginary[lane] = Float(right[index])
  }
  transform.add()

  let leftPower = power(of: left)
  let rightPower = power(of: right)
  let mean = zip(leftPower, rightPower).map { one, other in (one + other) / 2 }
  expectPower(transform.takePower(weight: 0.5), toEqual: mean)
}

@Test func `the spectrum of one channel equals its definition`() {
  var random = SeededNumbers(seed: 22)
  let samples = random.samples(windowSize)
  let format = SampleFormat(.float32)
  let bytes = Recording(channels: 1, samples: samples).bytes(format)
  var planes = SamplePlanes(frames: windowSize, channels: 1, format: format)
  withSpan(of: bytes) { bytes in
    planes.read(bytes, at: 0, frames: windowSize)
  }
  var transform = PairTransform(size: windowSize)
  transform.add(planes, channel: 0)
  expectPower(transform.takePower(weight: 1), toEqual: power(of: samples))
}

@Test func `a full-scale sine is full scale in its band only`() {
  // Exactly bin 64, so that no other bin has a part of it but the two beside it.
  let frequency = 64 * 44_100.0 / Double(windowSize)
  let spectrum = sine(frequency, rate: 44_100, frames: 44_100).measure().spectrum
  for moment in 0..<WaveformSpectrum.momentCount {
    let bands = spectrum.bands(ofMoment: moment)
    let loudest = bands.indices.max { bands[$0] < bands[$1] } ?? 0
    let range = bandEdge(loudest)..<bandEdge(loudest + 1)
    #expect(range.contains(frequency))
    #expect(bands[0] == 0)
    #expect(bands[31] == 0)
    #expect(bands[loudest] > 0.85)
  }
}

/// Returns the lower edge of a band in hertz, or its middle half a band higher.
// 32 bands as wide as each other in octaves, from 40 Hz to 16 kHz, which is 400 times as high.
private func bandEdge(_ position: Double) -> Double {
  40 * pow(400, position / 32)
}

private func bandEdge(_ band: Int) -> Double {
  bandEdge(Double(band))
}

@Test func `bands are the mean power of their bins, or interpolated`() {
  var random = SeededNumbers(seed: 21)
  let recording = Recording.noise(frames: windowSize, channels: 1, using: &random)
  let power = power(of: recording.samples)
  let levels = recording.measure().spectrum.levels
  let binWidth = 44_100.0 / Double(windowSize)
  for band in 0..<WaveformSpectrum.bandCount {
    let range = bandEdge(band) / binWidth..<bandEdge(band + 1) / binWidth
    let inside = (0..<binCount).filter { range.contains(Double($0)) }
    let mean: Double
    if inside.isEmpty {
      // A low band is narrower than a bin: what lies between the two bins around its middle.
      let center = bandEdge(Double(band) + 0.5) / binWidth
      let below = Int(center)
      let share = center - Double(below)
      mean = power[below] + (power[below + 1] - power[below]) * share
    } else {
      mean = inside.reduce(0) { $0 + power[$1] } / Double(inside.count)
    }
    // From -60 dB, level 0, to full scale, level 255.
    let height = (10 * log10(mean) + 60) / 60
    let expected = min(max(height, 0), 1) * 255
    // Half a level of rounding, and the error of the logarithm.
    #expect(abs(Double(levels[band]) - expected) <= 0.51)
  }
}

@Test func `the loudest moment is found, the first of equals`() {
  // A thousand frames a moment.
  var recording = sine(1_000, rate: 8_000, frames: 64_000, level: 0.1)
  for frame in 40_000..<44_000 {
    recording.samples[frame] *= 8
  }
  let spectrum = recording.measure(sampleRate: 8_000).spectrum
  #expect((40...43).contains(spectrum.loudestMoment))
  #expect(spectrum.loudest() == spectrum.bands(ofMoment: spectrum.loudestMoment))

  let silence = WaveformSpectrum()
  #expect(silence.loudestMoment == 0)
}

@Test func `a recording shorter than a window has the same bands in all moments`() {
  var random = SeededNumbers(seed: 23)
  let recording = Recording.noise(frames: 300, channels: 3, using: &random)
  let spectrum = recording.measure(sampleRate: 8_000).spectrum
  let first = spectrum.bands(ofMoment: 0)
  #expect(first.contains { $0 > 0 })
  for moment in 1..<WaveformSpectrum.momentCount {
    #expect(spectrum.bands(ofMoment: moment) == first)
  }
}

@Test func `a recording of one frame has a spectrum`() {
  let frame = Recording(channels: 3, samples: [0.5, -0.5, 0.25])
  let spectrum = frame.measure(sampleRate: 8_000).spectrum
  // Its only sample is where the window begins, at 0.
  #expect(spectrum == WaveformSpectrum())
}

// Around 80 Hz, half of which is the lowest pitch of a band; and the highest rates of files.
@Test(arguments: [0, 1, 2, 79, 80, 81, 8_000, 192_000, 655_350, .max])
func `no sampling rate and no sample makes a spectrum trap`(rate: Int) {
  let odd: [Double] = [.nan, .infinity, 3e38]
  var recording = sine(3, rate: 1, frames: 3_000)
  for index in stride(from: 0, to: 3_000, by: 7) {
    recording.samples[index] = odd[index % 3]
  }
  let spectrum = recording.measure(sampleRate: rate).spectrum
  #expect(spectrum.levels.count == WaveformSpectrum.momentCount * WaveformSpectrum.bandCount)
}

@Test func `bands are interpolated between the two nearest moments`() throws {
  func bands(_ level: Float) -> [Float] {
    [Float](repeating: level, count: WaveformSpectrum.bandCount)
  }
  // Only the moment of index 3 has sound.
  let moments = (0..<WaveformSpectrum.momentCount).map { moment in
    let level: UInt8 = moment == 3 ? 255 : 0
    return [UInt8](repeating: level, count: WaveformSpectrum.bandCount)
  }
  let spectrum = try #require(WaveformSpectrum(levels: Array(moments.joined())))
  // The middle of the moment, and its border with the one before.
  #expect(spectrum.bands(at: 3.5 / 64) == bands(1))
  #expect(spectrum.bands(at: 3 / 64) == bands(0.5))
}

@Test func `before the first moment and behind the last are their bands`() throws {
  let levels = (0..<WaveformSpectrum.momentCount).flatMap { moment in
    [UInt8](repeating: UInt8(moment), count: WaveformSpectrum.bandCount)
  }
  let spectrum = try #require(WaveformSpectrum(levels: levels))
  for position in [-1, 0, .nan] {
    #expect(spectrum.bands(at: position) == spectrum.bands(ofMoment: 0))
  }
  for position in [1, 9, .infinity] {
    #expect(spectrum.bands(at: position) == spectrum.bands(ofMoment: 63))
  }
}

@Test(arguments: [WaveformLength.known(frames: 30_000), .unknown])
func `a meter without a spectrum measures everything else equally`(length: WaveformLength) {
  // 30,000 frames of a chirp.
  let bytes = (0..<60_000).map { UInt8(truncatingIfNeeded: ($0 &* $0) >> 5) }
  func measured(_ measures: Measures) -> WaveformMeasurement {
    var meter = WaveformMeter(
      channels: 1,
      sampleRate: 8_000,
      length: length,
      format: SampleFormat(.int16),
      measures: measures
    )
    withSpan(of: bytes) { meter.add($0) }
    return meter.finish(truncated: false)
  }
  let silence = WaveformSpectrum()
  let with = measured(.standard)
  let without = measured(Measures())
  #expect(without.mix == with.mix)
  #expect(with.spectrum != silence)
  #expect(without.spectrum == silence)
}
