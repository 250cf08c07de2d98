import Bytes

/// The format of a cached entry: a mark, a checksum over key and payload, the payload.
enum CacheEntry {
  /// Every summary is far shorter: a longer file is not ours.
  static let longest = 64 << 20

  static func sealing(_ payload: [UInt8], for key: SummaryKey) -> [[UInt8]] {
    var head = mark
    head.append(number: checksum(payload, 0, key))
    head.append(number: UInt64(payload.count))
    return [head, payload]
  }

  /// The payload, nil where the entry is damaged or has another key.
  static func payload(of entry: [UInt8], for key: SummaryKey) -> [UInt8]? {
    guard entry.count >= headLength, entry.starts(with: mark),
      entry.number(at: mark.count + 8, as: UInt64.self) == UInt64(entry.count - headLength),
      entry.number(at: mark.count, as: UInt64.self) == checksum(entry, headLength, key)
    else { return nil }
    return Array(entry[headLength...])
  }

  private static let mark = Array("wavethumb sum 1\n".utf8)
  private static let headLength = mark.count + 16

  private static func checksum(_ bytes: [UInt8], _ start: Int, _ key: SummaryKey) -> UInt64 {
    var hash = StableHash(seed: key.settings)
    hash.add(key.digest.high)
    hash.add(key.digest.low)
    hash.add(UInt64(bitPattern: key.size))
    hash.add(bytes, start..<bytes.count)
    return hash.value
  }
}
