public struct ContentDigest: Sendable, Hashable { public var value: UInt64 = 0 }
extension ContentDigest: WireValue { func append(to w: inout WireWriter) { w.append(value) }; init(from r: inout WireReader) throws(WireFailure) { value = try r.integer() } }
public struct BlockDigests: Sendable, Equatable { public var value: UInt64 = 0 }
extension BlockDigests: WireValue { func append(to w: inout WireWriter) { w.append(value) }; init(from r: inout WireReader) throws(WireFailure) { value = try r.integer() } }
final class DigestTaker {
  var blocks = BlockDigests(); let pulse: DecodingPulse
  init(pulse: DecodingPulse, blocks: Range<Int>? = nil) { self.pulse = pulse }
  func take(_ index: Int, _ block: borrowing RawSpan) { pulse.read() }
  func digest(size: Int) -> ContentDigest { ContentDigest() }
}
extension ContentDigest {
  var hex: String { String(decoding: Hexadecimal.digits(value), as: UTF8.self) }
  static func of(_ bytes: [UInt8]) -> ContentDigest { ContentDigest(value: StableHash.of(bytes)) }
}
