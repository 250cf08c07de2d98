/// How the bytes of a block spell samples; the channels are interleaved.
public struct AudioSampleFormat: Sendable, Hashable {
  public enum Encoding: String, Sendable, Hashable, CaseIterable {
    case float32, int16, int24, int32
  }

  public var encoding: Encoding
  public var bigEndian: Bool

  public init(_ encoding: Encoding, bigEndian: Bool = false) {
    self.encoding = encoding
    self.bigEndian = bigEndian
  }

  public var bytesPerSample: Int {
    switch encoding {
    case .int16: 2
    case .int24: 3
    case .int32, .float32: 4
    }
  }
}
