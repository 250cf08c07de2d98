import Glibc
import WavethumbBytes

/// The loudness of every 100 ms of a recording, from which all other values are computed.
///
/// Levels are stored in steps of 1/128 LU, so that an hour takes 72 KB.
struct LoudnessSeries: Sendable, Equatable {
  /// The number of 10 ms ticks per block.
  static let ticksPerBlock = 10
  /// -0.691 dB: the difference between the loudness and the level of a mean square.
  static let unitGain = pow(10, -0.0691)

  private(set) var codes: [UInt16] = []

  // Below the quietest sample of 24 bits, and two bytes reach up to 352 dB.
  private static let floor = -160.0
  private static let stepsPerUnit = 128.0

  /// Adds the mean square of the next 100 ms.
  mutating func add(meanSquare: Double) {
    let level = 10 * log10(meanSquare)
    let code = ((level - Self.floor) * Self.stepsPerUnit).rounded()
    guard code > 0 else {
      // Silence has a level of minus infinity.
      codes.append(0)
      return
    }
    codes.append(UInt16(min(code, 65_535)))
  }

  /// Appends the levels that follow.
  // Rounded before they are joined, so that parts give the very levels of one pass.
  mutating func append(_ other: LoudnessSeries) { codes += other.codes }

  /// The mean square of each 100 ms.
  var meanSquares: [Double] {
    codes.map { code in
      if code == 0 {
        0
      } else {
        pow(10, (Double(code) / Self.stepsPerUnit + Self.floor) / 10)
      }
    }
  }
}

extension LoudnessSeries: ByteCoded {
  init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    codes = try coder.integers(value?.codes)
  }
}
