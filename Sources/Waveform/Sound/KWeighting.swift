import Glibc

/// The K-weighting filter of ITU-R BS.1770 at one sampling rate, run over eight rows at once.
///
/// A row is a channel, or a second of a channel: an IIR filter cannot be run over several samples
/// of one row at once, so the lanes of a vector hold different rows.
struct KWeighting: Sendable {
  /// The byte offsets of eight rows of 32-bit floats.
  typealias Rows = SIMD8<Int>

  /// The gain at half the sampling rate, which is left out of the filter.
  private let gain: Float
  private let shelfInput1: SIMD4<Float>
  private let shelfInput2: SIMD4<Float>
  private let shelfReturn1: SIMD4<Float>
  private let shelfReturn2: SIMD4<Float>
  private let passReturn1: SIMD4<Float>
  private let passReturn2: SIMD4<Float>

  /// The state of the two filters.
  struct State {
    fileprivate var low = Half()
    fileprivate var high = Half()

    /// Sets tiny remains of faded sound to 0: calculating with denormal numbers is slow.
    mutating func flush() {
      low.flush()
      high.flush()
    }
  }

  /// Four of the rows: more would not fit into the registers.
  fileprivate struct Half {
    var shelf1 = SIMD4<Float>.zero
    var shelf2 = SIMD4<Float>.zero
    var pass1 = SIMD4<Float>.zero
    var pass2 = SIMD4<Float>.zero
    var sum = SIMD4<Float>.zero

    mutating func flush() {
      shelf1.flush()
      shelf2.flush()
      pass1.flush()
      pass2.flush()
    }
  }

  /// Returns nil if the shelf is above half the sampling rate.
  ///
  /// The standard gives coefficients for 48 kHz only. Other rates use the analog filters that the
  /// bilinear transform turns into those coefficients.
  init?(sampleRate: Int) {
    guard sampleRate >= 4000 else { return nil }
    let rate = Double(sampleRate)
    var k = tan(.pi * 1681.974450955533 / rate)
    var q = 0.7071752369554196
    let high = pow(10, 3.999843853973347 / 20)
    let band = pow(high, 0.4996667741545416)
    var scale = 1 / (1 + k / q + k * k)
    let b0 = (high + band * k / q + k * k) * scale
    let (a1, a2) = (2 * (k * k - 1) * scale, (1 - k / q + k * k) * scale)
    gain = Float(b0 * b0)
    func lanes(_ value: Double) -> SIMD4<Float> { SIMD4(repeating: Float(value)) }
    shelfInput1 = lanes(2 * (k * k - high) * scale / b0 - a1)
    shelfInput2 = lanes((high - band * k / q + k * k) * scale / b0 - a2)
    (shelfReturn1, shelfReturn2) = (lanes(a1), lanes(a2))
    (k, q) = (tan(.pi * 38.13547087602444 / rate), 0.5003270373238773)
    scale = 1 / (1 + k / q + k * k)
    // In single precision, a1 and a2 themselves could not represent poles so close to 1.
    passReturn1 = lanes((2 * k / q + 4 * k * k) * scale)
    passReturn2 = lanes(4 * k * k * scale)
  }

  /// Filters `frames` samples of each row and returns the sums of their squares.
  func energy(
    of bytes: borrowing RawSpan, rows: Rows, frames: Int, state: inout State
  ) -> SIMD8<Float> {
    for row in 0..<8 {
      precondition(rows[row] >= 0 && frames >= 0 && rows[row] + 4 * frames <= bytes.byteCount)
    }
    var (low, high) = (state.low, state.high)
    (low.sum, high.sum) = (.zero, .zero)
    for frame in stride(from: 0, to: frames - 3, by: 4) {
      let at = 4 &* frame
      let first = transposed(
        bytes.loadUnchecked(at: rows[0] &+ at), bytes.loadUnchecked(at: rows[1] &+ at),
        bytes.loadUnchecked(at: rows[2] &+ at), bytes.loadUnchecked(at: rows[3] &+ at))
      step(first.0, &low)
      step(first.1, &low)
      step(first.2, &low)
      step(first.3, &low)
      let second = transposed(
        bytes.loadUnchecked(at: rows[4] &+ at), bytes.loadUnchecked(at: rows[5] &+ at),
        bytes.loadUnchecked(at: rows[6] &+ at), bytes.loadUnchecked(at: rows[7] &+ at))
      step(second.0, &high)
      step(second.1, &high)
      step(second.2, &high)
      step(second.3, &high)
    }
    for frame in frames & ~3..<frames {
      var values = SIMD8<Float>.zero
      for row in 0..<8 { values[row] = bytes.sample(at: rows[row] + 4 * frame) }
      step(values.lowHalf, &low)
      step(values.highHalf, &high)
    }
    (state.low, state.high) = (low, high)
    return SIMD8(lowHalf: low.sum, highHalf: high.sum) * gain
  }

  @inline(__always)
  private func step(_ x: SIMD4<Float>, _ half: inout Half) {
    let y = x + half.shelf1
    let next = half.shelf2 + shelfInput1 * x - shelfReturn1 * half.shelf1
    half.shelf2 = shelfInput2 * x - shelfReturn2 * half.shelf1
    half.shelf1 = next
    let out = y + half.pass1
    half.pass1 = half.pass1 + half.pass2 - passReturn1 * out
    half.pass2 -= passReturn2 * out
    half.sum += out * out
  }
}

extension SIMD4<Float> {
  fileprivate mutating func flush() {
    let magnitudes = asWords & 0x7FFF_FFFF
    // 1e-10, as bits.
    replace(with: 0, where: magnitudes .< 0x2EDB_E6FF)
  }
}

extension RawSpan {
  /// Reads one float of the machine's own byte order.
  @inline(__always)
  func sample(at offset: Int) -> Float { Float(bitPattern: load(UInt32.self, at: offset)) }
}
