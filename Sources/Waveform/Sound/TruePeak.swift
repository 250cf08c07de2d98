import Glibc

/// Measures the true peak, the highest level between samples, by ITU-R BS.1770-4 Annex 2.
///
/// A windowed sinc of 49 taps gives 4 values a sample below 96 kHz and 2 below 192 kHz. It runs
/// only if an upper bound from the samples allows a new maximum, which is rare.
struct TruePeakMeter: Sendable {
  /// The true peak of each channel so far.
  private(set) var peaks: [Float]
  /// The filter coefficients of each tap, newest sample first, with one lane per phase.
  private let factors: [SIMD4<Float>]
  private let taps: Int
  /// No value between samples exceeds `gain` times the highest sample, nor `bend` times the highest
  /// second difference more than `level` times the highest sample.
  private let gain: Float
  private let level: Float
  private let bend: Float

  // Twelve taps a phase at four values a sample, as the filter of the standard has.
  private static let length = 49
  /// The number of frames tested at once.
  // With fewer the bound is tested more often, with more it is less often low enough.
  private static let span = 64

  init(sampleRate: Int, channels: Int) {
    peaks = Array(repeating: 0, count: channels)
    let factor = Self.oversampling(at: sampleRate)
    // The phase 0 gives the samples themselves, which are tallied anyway.
    let phases = (1..<factor).map { Self.phase($0, of: factor) }
    taps = factor > 1 ? (Self.length - 1) / factor : 0
    factors = (0..<taps).map { tap in
      var factors = SIMD4<Float>.zero
      for (lane, phase) in phases.enumerated() {
        factors[lane] = phase[tap]
      }
      return factors
    }

    // A ten-thousandth more, because sums of Float may round up.
    let gains = phases.map(Self.gain)
    let levels = phases.map { taps in abs(taps.reduce(0, +)) }
    let bends = phases.map(Self.bend)
    gain = 1.0001 * (gains.max() ?? 1)
    level = 1.0001 * (levels.max() ?? 1)
    bend = 1.0001 * (bends.max() ?? 0)
  }

  /// Returns the number of values a sample.
  // The standard's filter raises 48 kHz to 192 kHz; higher rates need proportionately less.
  private static func oversampling(at sampleRate: Int) -> Int {
    if sampleRate < 96_000 {
      4
    } else if sampleRate < 192_000 {
      2
    } else {
      1
    }
  }

  /// Returns the taps that interpolate at a fraction of a sample.
  private static func phase(_ phase: Int, of factor: Int) -> [Float] {
    stride(from: phase, to: length, by: factor).map { tap in
      let distance = Double(tap) - Double(length - 1) / 2
      let angle = distance * .pi / Double(factor)
      // A Hann window, whose ends are 0.
      let window = 0.5 * (1 - cos(2 * .pi * Double(tap) / Double(length - 1)))
      return Float(sin(angle) / angle * window)
    }
  }

  /// Returns the largest value that samples of at most 1 can give: each with the sign of its tap.
  private static func gain(_ taps: [Float]) -> Float {
    taps.reduce(0) { sum, tap in sum + abs(tap) }
  }

  /// Returns the largest deviation from linear interpolation that second differences of 1 allow.
  private static func bend(_ taps: [Float]) -> Float {
    // The taps, minus those of linear interpolation, are the second difference of these.
    let sum = taps.reduce(0, +)
    let centre = taps.count / 2 - 1
    let moment = taps.enumerated().reduce(Float(0)) { moment, tap in
      moment + Float(tap.offset - centre) * tap.element
    }
    var rest = taps
    rest[centre] -= sum - moment
    rest[centre + 1] -= moment

    // What is left has neither a sum nor a moment, so that summing it twice gives finite weights of
    // the second differences.
    var first = Float(0)
    var second = Float(0)
    var total = Float(0)
    for tap in rest {
      first += tap
      second += first
      total += abs(second)
    }
    return total
  }

  /// Adds the frames of one tick of a channel: `own` is the highest sample, `highest` a bound for
  /// these samples and the earlier ones in their windows.
  mutating func add(
    _ bytes: borrowing RawSpan,
    in samples: SampleRange,
    channel: Int,
    own: Float,
    highest: Float
  ) {
    var peak = max(peaks[channel], own)
    defer { peaks[channel] = peak }
    let offset = samples.offset
    let count = samples.count
    // The bounds are tried from cheap to expensive: the samples of the tick, its second
    // differences, and both again in parts of it.
    guard !factors.isEmpty,
      highest * gain > peak,
      bound(bytes, at: offset, count: count, highest: highest) > peak
    else { return }
    for start in stride(from: 0, to: count, by: Self.span) {
      let first = offset + 4 * start
      let frames = min(Self.span, count - start)
      let highest = magnitude(bytes, at: first, count: frames)
      guard highest * gain > peak,
        bound(bytes, at: first, count: frames, highest: highest) > peak
      else { continue }
      peak = max(peak, interpolated(bytes, at: first, count: frames))
    }
  }

  /// Returns the highest magnitude of these frames and of the earlier ones in their windows.
  private func magnitude(_ bytes: borrowing RawSpan, at offset: Int, count: Int) -> Float {
    // Four samples more than the taps: the last vector of fewer than four begins before them.
    precondition(offset >= 4 * (taps + 4) && offset + 4 * count <= bytes.byteCount)
    var high = SIMD4<Float>.zero
    var low = SIMD4<Float>.zero
    for index in stride(from: -taps, to: count, by: 4) {
      let values = bytes.loadUnchecked(at: offset &+ 4 &* min(index, count &- 4))
      high.replace(with: values, where: values .> high)
      low.replace(with: values, where: values .< low)
    }
    return max(high.highest, -low.lowest)
  }

  /// Returns an upper bound for interpolated values if no sample exceeds `highest`.
  private func bound(
    _ bytes: borrowing RawSpan,
    at offset: Int,
    count: Int,
    highest: Float
  ) -> Float {
    let begin = offset - 4 * taps
    // Four second differences take six samples, so that the last vectors begin six before the end.
    let last = count + taps - 6
    precondition(begin >= 0 && last >= 0 && begin + 4 * (last + 6) <= bytes.byteCount)

    // The extremes of the second differences in all windows.
    var high = SIMD4<Float>.zero
    var low = SIMD4<Float>.zero

    // The last vectors overlap with those before them: a maximum may count samples twice.
    for index in stride(from: 0, to: last + 4, by: 4) {
      let at = begin &+ 4 &* min(index, last)
      let middle = bytes.loadUnchecked(at: at &+ 4)
      let bent =
        (bytes.loadUnchecked(at: at) - middle) - (middle - bytes.loadUnchecked(at: at &+ 8))
      high.replace(with: bent, where: bent .> high)
      low.replace(with: bent, where: bent .< low)
    }
    return level * highest + bend * max(high.highest, -low.lowest)
  }

  /// Returns the highest interpolated value of the windows that end at these frames.
  private func interpolated(_ bytes: borrowing RawSpan, at offset: Int, count: Int) -> Float {
    precondition(offset >= 4 * (taps + 4) && offset + 4 * count <= bytes.byteCount)
    var high = SIMD4<Float>.zero
    var low = SIMD4<Float>.zero
    for index in stride(from: 0, to: count, by: 4) {
      var at = offset &+ 4 &* min(index, count &- 4)
      var first = SIMD4<Float>.zero
      var second = SIMD4<Float>.zero
      var third = SIMD4<Float>.zero
      // All phases at once, as each needs the same samples.
      for factor in factors {
        let samples = bytes.loadUnchecked(at: at)
        first += factor.x * samples
        second += factor.y * samples
        third += factor.z * samples
        at = at &- 4
      }
      for values in [first, second, third] {
        high.replace(with: values, where: values .> high)
        low.replace(with: values, where: values .< low)
      }
    }
    return max(high.highest, -low.lowest)
  }
}

extension SIMD4<Float> {
  /// The highest of the four: `max` is a call.
  @inline(__always)
  var highest: Float {
    Swift.max(Swift.max(x, y), Swift.max(z, w))
  }

  /// The lowest of the four.
  @inline(__always)
  var lowest: Float {
    Swift.min(Swift.min(x, y), Swift.min(z, w))
  }
}
