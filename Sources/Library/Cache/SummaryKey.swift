package import WavethumbBytes
package import WavethumbSystem

/// The key of a cached summary: the digest of the content and the measuring settings.
package struct SummaryKey: Sendable, Hashable {
  package let digest: ContentDigest
  package let settings: UInt64

  /// `settings` are the bytes of all options that affect a measurement, with the versions of format
  /// and decoders.
  package init(digest: ContentDigest, settings: [UInt8]) {
    self.init(digest: digest, settings: StableHash.of(settings))
  }

  private init(digest: ContentDigest, settings: UInt64) {
    self.digest = digest
    self.settings = settings
  }

  /// Reads the name of a file; nil for other names.
  package init?(name: some Collection<UInt8>) {
    guard name.count == Self.nameLength else { return nil }
    guard name.suffix(Self.fileExtension.count).elementsEqual(Self.fileExtension) else {
      return nil
    }
    // 32 digits of the digest and sixteen of the settings, with a dash between them.
    let digits = Array(name)
    guard digits[32] == Self.dash else { return nil }
    guard let high = Hexadecimal.value(digits[0..<16]),
      let low = Hexadecimal.value(digits[16..<32]),
      let settings = Hexadecimal.value(digits[33..<49])
    else { return nil }
    self.init(digest: ContentDigest(high: high, low: low), settings: settings)
  }

  /// A short hash of the key; after a collision both entries are kept, which is harmless.
  var fingerprint: UInt64 {
    var hash = StableHash(seed: settings)
    hash.add(digest.high)
    hash.add(digest.low)
    return hash.value
  }

  /// The name of the file: `DIGEST-SETTINGS.sum`.
  package var name: RawPath {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.nameLength)
    Hexadecimal.append(digest.high, to: &bytes)
    Hexadecimal.append(digest.low, to: &bytes)
    bytes.append(Self.dash)
    Hexadecimal.append(settings, to: &bytes)
    return RawPath(bytes: bytes + Self.fileExtension)
  }

  package var path: RawPath { Self.path(ofShard: shard).appending(name) }

  /// The shard of all entries of a content, in 0..<256.
  package var shard: Int { Int(digest.high >> 56) }

  package static func path(ofShard shard: Int) -> RawPath {
    CacheFolder.summaries.appending(RawPath(bytes: Hexadecimal.digits(UInt64(shard), count: 2)))
  }

  private static let dash = UInt8(ascii: "-")
  private static let fileExtension = Array(".sum".utf8)
  private static let nameLength = 49 + fileExtension.count
}
