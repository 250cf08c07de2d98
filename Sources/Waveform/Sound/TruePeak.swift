import Glibc

/// The highest level between samples, by ITU-R BS.1770-4 Annex 2.
///
/// A windowed sinc of 49 taps gives 4 values a sample below 96 kHz and 2 below 192 kHz. It runs only
/// where a bound from the samples allows a new maximum, which hardly ever is the case.
struct TruePeakMeter: Sendable {
  /// By channel.
  private(set) var peaks: [Float]
  /// The taps of the values between two samples, the newest sample first.
  private let phases: [[Float]]
  private let taps: Int
  /// No value between samples exceeds `gain` times the highest sample, nor `bend` times the highest
  /// second difference more than `level` times the highest sample.
  private let gain: Float
  private let level: Float
  private let bend: Float

  private static let length = 49
  /// The frames that are tested at once.
  private static let span = 64

  init(sampleRate: Int, channels: Int) {
    peaks = Array(repeating: 0, count: channels)
    let factor = sampleRate < 96_000 ? 4 : sampleRate < 192_000 ? 2 : 1
    taps = factor > 1 ? (Self.length - 1) / factor : 0
    phases = factor > 1 ? (1..<factor).map { Self.phase($0, of: factor) } : []
    gain = 1.0001 * (phases.map(Self.gain).max() ?? 1)
    level = 1.0001 * (phases.map { abs($0.reduce(0, +)) }.max() ?? 1)
    bend = 1.0001 * (phases.map(Self.bend).max() ?? 0)
  }

  private static func phase(_ phase: Int, of factor: Int) -> [Float] {
    stride(from: phase, to: length, by: factor).map { tap in
      let place = Double(tap) - Double(length - 1) / 2
      let angle = place * .pi / Double(factor)
      let window = 0.5 * (1 - cos(2 * .pi * Double(tap) / Double(length - 1)))
      return Float(sin(angle) / angle * window)
    }
  }

  private static func gain(_ taps: [Float]) -> Float { taps.reduce(0) { $0 + abs($1) } }

  /// How far second differences of 1 can bring a value beyond the line between its two neighbours.
  private static func bend(_ taps: [Float]) -> Float {
    // The taps, less those of the line, are the second difference of these.
    let sum = taps.reduce(0, +)
    let centre = taps.count / 2 - 1
    let moment = taps.enumerated().reduce(Float(0)) { $0 + Float($1.offset - centre) * $1.element }
    var rest = taps
    rest[centre] -= sum - moment
    rest[centre + 1] -= moment
    var (first, second, total) = (Float(0), Float(0), Float(0))
    for tap in rest {
      first += tap
      second += first
      total += abs(second)
    }
    return total
  }

  /// Takes the frames of one tick of a channel, whose samples do not exceed `highest`.
  mutating func add(
    _ bytes: borrowing RawSpan, at offset: Int, count: Int, channel: Int, highest: Float
  ) {
    var peak = max(peaks[channel], highest)
    if !phases.isEmpty, highest * gain > peak {
      for start in stride(from: 0, to: count, by: Self.span) {
        let frames = min(Self.span, count - start)
        let first = offset + 4 * start
        guard bound(bytes, at: first, count: frames) > peak else { continue }
        peak = max(peak, interpolated(bytes, at: first, count: frames))
      }
    }
    peaks[channel] = peak
  }

  mutating func append(_ other: [Float]) {
    for (channel, peak) in other.enumerated() where channel < peaks.count {
      peaks[channel] = max(peaks[channel], peak)
    }
  }

  /// No value of these frames is higher; with the frames that their windows reach back to.
  private func bound(_ bytes: borrowing RawSpan, at offset: Int, count: Int) -> Float {
    let begin = offset - 4 * taps
    let length = count + taps
    precondition(begin >= 0 && begin + 4 * length <= bytes.byteCount)
    var (most, bent) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    // The last vectors overlap with those before them: a maximum may count samples twice.
    for index in stride(from: 0, to: length, by: 4) {
      let at = begin &+ 4 &* max(min(index, length - 6), 0)
      let (a, b, c) = (
        bytes.loadUnchecked(at: at), bytes.loadUnchecked(at: at &+ 4),
        bytes.loadUnchecked(at: at &+ 8)
      )
      most = most.larger(a.magnitudes).larger(c.magnitudes)
      bent = bent.larger(((a - b) - (b - c)).magnitudes)
    }
    let highest = most.max()
    return min(gain * highest, level * highest + bend * bent.max())
  }

  private func interpolated(_ bytes: borrowing RawSpan, at offset: Int, count: Int) -> Float {
    var peak = SIMD4<Float>.zero
    for index in stride(from: 0, to: count, by: 4) {
      let newest = offset + 4 * min(index, count - 4)
      for phase in phases {
        var sum = SIMD4<Float>.zero
        for (tap, factor) in phase.enumerated() {
          sum += factor * bytes.load(SIMD4<Float>.self, at: newest - 4 * tap)
        }
        peak = peak.larger(sum.magnitudes)
      }
    }
    return peak.max()
  }
}

extension SIMD4<Float> {
  @inline(__always)
  fileprivate var magnitudes: Self { replacing(with: -self, where: self .< 0) }

  @inline(__always)
  fileprivate func larger(_ other: Self) -> Self { replacing(with: other, where: other .> self) }
}
