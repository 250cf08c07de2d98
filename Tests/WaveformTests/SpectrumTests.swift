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

/// Returns the power of each bin of a window, by the definition of the DFT.
private func slowPower(_ samples: ArraySlice<Double>) -> [Double] {
  let size = 1024
  let windowed = samples.enumerated().map {
    $1 * (0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(size)))
  }
  return (0...size / 2).map { bin in
    var real = 0.0
    var imaginary = 0.0
    for (index, value) in windowed.enumerated() {
      let angle = 2 * Double.pi * Double(bin * index % size) / Double(size)
      real += value * cos(angle)
      imaginary -= value * sin(angle)
    }
    return (real * real + imaginary * imaginary) / Double(size / 4 * size / 4)
  }
}

@Test func `the pair transform equals its definition`() {
  var numbers = SeededNumbers(state: 20)
  let left = (0..<1024).map { _ in Double.random(in: -1...1, using: &numbers) }
  let right = (0..<1024).map { _ in Double.random(in: -0.1...0.1, using: &numbers) }
  var transform = PairTransform()
  for index in 0..<1024 {
    transform.signal[index / 4].real[index % 4] = Float(left[index])
    transform.signal[index / 4].imaginary[index % 4] = Float(right[index])
  }
  transform.add()
  let power = transform.takePower(weight: 0.5)
  let slow = zip(slowPower(left[...]), slowPower(right[...])).map { ($0 + $1) / 2 }
  for bin in 0...512 {
    #expect(abs(Double(power[bin]) - slow[bin]) < 1e-6 * (1 + slow[bin]))
  }
}

@Test func `the spectrum of one channel equals its definition`() {
  var numbers = SeededNumbers(state: 22)
  let samples = (0..<1024).map { _ in Double.random(in: -1...1, using: &numbers) }
  let format = SampleFormat(.float32)
  var planes = SamplePlanes(frames: 1024, channels: 1, format: format)
  lend(Recording(channels: 1, samples: samples).bytes(format)) {
    planes.read($0, at: 0, frames: 1024)
  }
  var transform = PairTransform()
  transform.add(planes, channel: 0)
  let power = transform.takePower(weight: 1)
  let slow = slowPower(samples[...])
  for bin in 0...512 {
    #expect(abs(Double(power[bin]) - slow[bin]) < 1e-6 * (1 + slow[bin]))
  }
}

@Test func `a full-scale sine is full scale in its band only`() {
  // Exactly bin 64.
  let spectrum = sine(64 * 44_100 / 1024, rate: 44_100, frames: 44_100).measure().spectrum
  for moment in 0..<64 {
    let bands = spectrum.bands(ofMoment: moment)
    let loudest = bands.indices.max { bands[$0] < bands[$1] } ?? 0
    // From 40 Hz to 16 kHz, 400 times as high. Bin 64 is at 2,756.25 Hz.
    let edges = (0...32).map { 40 * pow(400, Double($0) / 32) }
    #expect(edges[loudest] <= 2756.25)
    #expect(2756.25 < edges[loudest + 1])
    #expect(bands[0] == 0)
    #expect(bands[31] == 0)
    #expect(bands[loudest] > 0.85)
  }
}

@Test func `bands are the mean power of their bins, or interpolated`() {
  var numbers = SeededNumbers(state: 21)
  let recording = Recording.noise(frames: 1024, channels: 1, using: &numbers)
  let power = slowPower(recording.samples[...])
  let levels = recording.measure().spectrum.levels
  for band in 0..<32 {
    let binWidth = 44_100.0 / 1024
    func bin(of position: Double) -> Double { 40 * pow(400, position / 32) / binWidth }
    let range = bin(of: Double(band))..<bin(of: Double(band) + 1)
    let inside = (0...512).filter { range.contains(Double($0)) }
    let mean: Double
    if inside.isEmpty {
      let center = bin(of: Double(band) + 0.5)
      let below = Int(center)
      mean = power[below] + (power[below + 1] - power[below]) * (center - Double(below))
    } else {
      mean = inside.reduce(0) { $0 + power[$1] } / Double(inside.count)
    }
    let share = (10 * log10(mean) + 60) / 60
    let expected = min(max(share, 0), 1) * 255
    // Half a level of rounding, and the error of the logarithm.
    #expect(abs(Double(levels[band]) - expected) <= 0.51)
  }
}

@Test func `the loudest moment is found, the first of equals`() {
  var recording = sine(1_000, rate: 8_000, frames: 64_000, level: 0.1)
  for frame in 40_000..<44_000 {
    recording.samples[frame] *= 8
  }
  let spectrum = recording.measure(sampleRate: 8_000).spectrum
  #expect((40...43).contains(spectrum.loudestMoment))
  #expect(spectrum.loudest() == spectrum.bands(ofMoment: spectrum.loudestMoment))
  #expect(WaveformSpectrum().loudestMoment == 0)
  #expect(spectrum.bands(at: .nan) == spectrum.bands(ofMoment: 0))
  #expect(spectrum.bands(at: 7) == spectrum.bands(ofMoment: 63))
}

@Test func `short recordings are padded, and extreme input does not trap`() {
  let short = Recording(channels: 3, samples: [0.5, -0.5, 0.25]).measure(sampleRate: 8_000).spectrum
  #expect(Set((0..<64).map { short.bands(ofMoment: $0) }).count == 1)
  var wild = sine(3, rate: 1, frames: 3_000)
  for index in stride(from: 0, to: 3_000, by: 7) {
    wild.samples[index] = [.nan, .infinity, 3e38][index % 3]
  }
  for rate in [0, 1, 2, 79, 80, 81, 8_000, 192_000, 655_350, .max] {
    #expect(wild.measure(sampleRate: rate).spectrum.levels.count == 2_048)
  }
}

@Test func `bands are interpolated between the two nearest moments`() throws {
  var levels = [UInt8](repeating: 0, count: 64 * 32)
  for band in 0..<32 {
    levels[3 * 32 + band] = 255
  }
  let spectrum = try #require(WaveformSpectrum(levels: levels))
  #expect(spectrum.bands(at: 3.5 / 64) == [Float](repeating: 1, count: 32))
  #expect(spectrum.bands(at: 3 / 64) == [Float](repeating: 0.5, count: 32))
  for position in [-1, 0, 1, 9, .nan, .infinity] {
    #expect(spectrum.bands(at: position) == [Float](repeating: 0, count: 32))
  }
}

@Test(arguments: [WaveformLength.known(frames: 30_000), .unknown])
func `a meter without a spectrum measures everything else equally`(length: WaveformLength) {
  let samples = (0..<60_000).map { UInt8(truncatingIfNeeded: ($0 &* $0) >> 5) }
  let measured = [Measures.standard, Measures()].map { measures in
    var meter = WaveformMeter(
      channels: 1,
      sampleRate: 8_000,
      length: length,
      format: SampleFormat(.int16),
      measures: measures
    )
    lend(samples) { meter.add($0) }
    return meter.finish(truncated: false)
  }
  #expect(measured[0].mix == measured[1].mix)
  #expect(measured.map { $0.spectrum == WaveformSpectrum() } == [false, true])
}
