package import WavethumbBytes
package import WavethumbSystem

/// The key of a cached summary: the digest of the content, its size, and the measuring settings.
package struct SummaryKey: Sendable, Hashable {
  package let digest: ContentDigest
  package let size: Int64
  package let settings: UInt64

  /// `settings` are the bytes of all options that affect a measurement, with the versions of format
  /// and decoders.
  package init(digest: ContentDigest, size: Int64, settings: [UInt8]) {
    self.init(digest: digest, size: size, settings: StableHash.of(settings))
  }

  private init(digest: ContentDigest, size: Int64, settings: UInt64) {
    self.digest = digest
    self.size = size
    self.settings = settings
  }

  /// Reads the name of a file; nil for other names.
  package init?(name: some Collection<UInt8>) {
    guard name.count == Self.nameLength else { return nil }
    guard name.suffix(Self.ending.count).elementsEqual(Self.ending) else { return nil }
    // Sixteen digits of the size, 32 of the digest and sixteen of the settings, with dashes between them.
    let digits = Array(name)
    guard digits[16] == Self.dash, digits[49] == Self.dash else { return nil }
    guard let size = Hexadecimal.value(digits[0..<16]),
      let high = Hexadecimal.value(digits[17..<33]),
      let low = Hexadecimal.value(digits[33..<49]),
      let settings = Hexadecimal.value(digits[50..<66])
    else { return nil }
    self.init(
      digest: ContentDigest(high: high, low: low),
      size: Int64(bitPattern: size),
      settings: settings
    )
  }

  /// A short hash of the key; after a collision both entries are kept, which is harmless.
  var fingerprint: UInt64 {
    var hash = StableHash(seed: settings)
    for word in [digest.high, digest.low, UInt64(bitPattern: size)] {
      hash.add(word)
    }
    return hash.value
  }

  /// The name of the file, its size first: `SIZE-DIGEST-SETTINGS.sum`.
  package var name: RawPath {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.nameLength)
    Hexadecimal.append(UInt64(bitPattern: size), to: &bytes)
    bytes.append(Self.dash)
    Hexadecimal.append(digest.high, to: &bytes)
    Hexadecimal.append(digest.low, to: &bytes)
    bytes.append(Self.dash)
    Hexadecimal.append(settings, to: &bytes)
    return RawPath(bytes: bytes + Self.ending)
  }

  package var path: RawPath { Self.path(ofShard: Self.shard(of: size)).appending(name) }

  /// Returns the shard of all files of one size, in 0..<256.
  // By size and not by digest: one listing of a shard then shows whether any file of that size is known,
  // and a recording of an unknown size need not be hashed before it is decoded. The size is hashed, as
  // many sizes are multiples of a block and would fill a few shards only.
  package static func shard(of size: Int64) -> Int {
    var hash = StableHash()
    hash.add(UInt64(bitPattern: size))
    return Int(hash.value & 255)
  }

  package static func path(ofShard shard: Int) -> RawPath {
    CacheFolder.summaries.appending(RawPath(bytes: Hexadecimal.digits(UInt64(shard), count: 2)))
  }

  private static let dash = UInt8(ascii: "-")
  private static let ending = Array(".sum".utf8)
  private static let nameLength = 66 + ending.count
}
