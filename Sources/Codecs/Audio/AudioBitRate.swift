/// The bit rate of a recording.
// In whole kilobits, as recordings are labelled: the mean of a variable rate is no more exact, since
// tags and pictures count in it.
public struct AudioBitRate: Sendable, Hashable {
  /// Thousands of bits per second.
  public var kilobits: Int
  /// Whether the bit rate is constant.
  public var isConstant: Bool

  /// Creates a bit rate in thousands of bits per second.
  public init(kilobits: Int, isConstant: Bool) {
    self.kilobits = kilobits
    self.isConstant = isConstant
  }

  /// Computes the mean bit rate of a number of bytes; nil without a length.
  package init?(bytes: Int, seconds: Double, isConstant: Bool = false) {
    // 125 bytes are a kilobit; without a length the rate is not finite.
    let rate = (Double(bytes) / 125 / seconds).rounded()
    guard bytes >= 0, let kilobits = Int(exactly: rate) else { return nil }
    self.init(kilobits: kilobits, isConstant: isConstant)
  }
}
