import WavethumbBytes

/// The header of an AU file: six big-endian words.
struct AUHeader {
  let offset: Int
  /// The size, or nil if the writer did not know it.
  let size: Int?
  let coding: Int
  let sampleRate: Int
  let channels: Int

  init?(_ head: [UInt8]) {
    guard head.count >= 24, head.starts(with: ".snd".utf8) else { return nil }
    offset = Int(head.bigEndian32(at: 4))
    let size = head.bigEndian32(at: 8)
    // All bits set means that the writer could not go back to fill it in.
    let isUnknown = size == .max
    self.size = isUnknown ? nil : Int(size)
    coding = Int(head.bigEndian32(at: 12))
    sampleRate = Int(head.bigEndian32(at: 16))
    channels = Int(head.bigEndian32(at: 20))
  }

  /// Returns the present share of the bytes that the header declares; nil if all are present.
  func share(ofPresent present: Int) -> Double? {
    guard let size, offset + size > present else { return nil }
    return Double(max(present - offset, 0)) / Double(size)
  }
}
