import CLanes
import Glibc

/// The K-weighting filter of ITU-R BS.1770 at one sampling rate, run over eight rows at once.
struct KWeighting: Sendable {
  /// The number of rows that are filtered at once.
  // The floats of a vector of 256 bits. A filter waits for its own last result, so that samples of
  // one row cannot share a vector.
  static let rowCount = 8

  private let sampleRate: Int
  private let filter: lanes_filter

  /// Returns nil if the shelf is above half the sampling rate.
  ///
  /// The standard gives coefficients for 48 kHz only. Other rates use the analog filters that the
  /// bilinear transform turns into those coefficients.
  init?(sampleRate: Int) {
    // The shelf is at 1,682 Hz; above half of the rate it would be mirrored.
    guard sampleRate >= 4000 else { return nil }
    var filter = lanes_filter()
    filter.setShelf(sampleRate: Double(sampleRate))
    filter.setHighPass(sampleRate: Double(sampleRate))
    self.filter = filter
    self.sampleRate = sampleRate
  }

  /// Returns the energy of each tick of eight rows, which begin at the given samples and are
  /// filtered from `lead` samples before.
  ///
  /// A row is a channel, or a stretch of a channel.
  func energies(
    of samples: borrowing RawSpan,
    rows: [Int],
    lead: Int,
    ticks: Int
  ) -> [SIMD8<Float>] {
    // The last three samples are read but not used.
    let end = ticks * sampleRate / SoundGrid.ticksPerSecond + 3
    precondition(rows.count == Self.rowCount)
    precondition(rows.allSatisfy { $0 >= lead && $0 + end <= samples.byteCount / 4 })
    var energies = [SIMD8<Float>](repeating: .zero, count: ticks)
    // C reads from `lead` samples before each row to `end` after it, which was checked above, and
    // writes a vector a tick.
    unsafe samples.withUnsafeBytes { bytes in
      unsafe lanes_weigh(filter, bytes.baseAddress, rows, lead, sampleRate, ticks, &energies)
    }
    return energies
  }
}

// The frequencies, gains and qualities of the analog filters are the standard's coefficients, taken
// back through the bilinear transform. k, q, a and b are the letters of the literature.
extension lanes_filter {
  fileprivate mutating func setShelf(sampleRate: Double) {
    let k = tan(.pi * 1681.974450955533 / sampleRate)
    let q = 0.7071752369554196
    let high = pow(10, 3.999843853973347 / 20)
    let band = pow(high, 0.4996667741545416)
    let scale = 1 / (1 + k / q + k * k)
    let b0 = (high + band * k / q + k * k) * scale
    let a1 = 2 * (k * k - 1) * scale
    let a2 = (1 - k / q + k * k) * scale

    // The gain is applied once to the energy of a tick, and not to every sample.
    gain = Float(b0 * b0)
    shelf_input1 = Float(2 * (k * k - high) * scale / b0 - a1)
    shelf_input2 = Float((high - band * k / q + k * k) * scale / b0 - a2)
    shelf_return1 = Float(a1)
    shelf_return2 = Float(a2)
  }

  fileprivate mutating func setHighPass(sampleRate: Double) {
    let k = tan(.pi * 38.13547087602444 / sampleRate)
    let q = 0.5003270373238773
    let scale = 1 / (1 + k / q + k * k)
    // In single precision, a1 and a2 themselves could not represent poles so close to 1.
    pass_return1 = Float((2 * k / q + 4 * k * k) * scale)
    pass_return2 = Float(4 * k * k * scale)
  }
}

extension RawSpan {
  /// Reads one float of the machine's own byte order.
  @inline(__always)
  func sample(at offset: Int) -> Float {
    Float(bitPattern: load(UInt32.self, at: offset))
  }
}
