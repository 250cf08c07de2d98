/// The format of interleaved samples in a block of bytes.
public struct SampleFormat: Sendable, Hashable {
  /// The number type of a sample.
  // What decoders give: eight bits and Doubles come as Float.
  public enum Encoding: String, Sendable, Hashable, CaseIterable {
    /// IEEE 754 numbers of 32 bits.
    case float32
    /// Signed integers of 16 bits.
    case int16
    /// Signed integers of 24 bits in three bytes.
    case int24
    /// Signed integers of 32 bits.
    case int32
  }

  /// The type of each sample.
  public var encoding: Encoding
  /// Whether the first byte of a sample is the most significant.
  public var bigEndian: Bool

  /// Creates a format; integers are scaled by 2^15, 2^23 and 2^31, as in libsndfile.
  public init(_ encoding: Encoding, bigEndian: Bool = false) {
    self.encoding = encoding
    self.bigEndian = bigEndian
  }

  /// The number of bytes per sample.
  public var bytesPerSample: Int {
    switch encoding {
    case .float32, .int32: 4
    case .int16: 2
    case .int24: 3
    }
  }
}

/// The type of samples before decoding, which determines how they are rounded to 16 bits.
public enum SampleOrigin: UInt8, Sendable, Hashable, CaseIterable {
  /// Integers of any width, of which the upper 16 bits are used.
  case integers
  /// Numbers that the file stores as they are.
  case numbers
  /// Samples decoded by libmpg123.
  case mpeg
  /// Samples decoded by libvorbis or libopus.
  case xiph
}
