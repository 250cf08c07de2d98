/// How the bytes of a block spell interleaved samples.
public struct SampleFormat: Sendable, Hashable {
  public enum Encoding: String, Sendable, Hashable, CaseIterable {
    case float32
    case int16
    case int24
    case int32
  }

  public var encoding: Encoding
  public var bigEndian: Bool

  /// Integers are scaled by 2^15, 2^23 and 2^31, as libsndfile does.
  public init(_ encoding: Encoding, bigEndian: Bool = false) {
    self.encoding = encoding
    self.bigEndian = bigEndian
  }

  public var bytesPerSample: Int {
    switch encoding {
    case .float32, .int32: 4
    case .int16: 2
    case .int24: 3
    }
  }
}
