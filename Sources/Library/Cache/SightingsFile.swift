import WavethumbBytes
package import WavethumbSystem

/// The file in the cache with the sightings of one library, output and ledger.
package enum SightingsFile {
  // 46 bytes for each of ninety million recordings: a bound for files that somebody else put there,
  // whose size is allocated when they are read.
  static let maximumBytes = 4 << 30

  /// Reads the sightings of the last run; nil if they are missing or damaged.
  package static func load(_ key: Sightings.Key, from folder: CacheFolder) -> Sightings? {
    let bytes = folder.read(path(key), maximumBytes: maximumBytes)
    // The whole key is in the file: two keys may have one hash, or somebody may have renamed the file.
    guard let bytes, let sightings = Sightings(bytes), sightings.key == key else { return nil }
    return sightings
  }

  // By two hashes of 64 bits: no name of a file, since the path of an output may be longer than a name
  // may be.
  package static func path(_ key: Sightings.Key) -> RawPath {
    var high = StableHash(seed: 1)
    var low = StableHash(seed: 2)
    for part in [key.library.encoded(), key.output.bytes, key.ledger.bytes] {
      high.add(part)
      low.add(part)
    }
    let name = Hexadecimal.digits(high.value) + Hexadecimal.digits(low.value) + fileExtension
    return CacheFolder.runs.appending(RawPath(bytes: name))
  }

  /// Returns whether a file of the folder of runs is ours.
  static func isName(_ name: [UInt8]) -> Bool {
    let digits = name.prefix { byte in byte != UInt8(ascii: ".") }
    guard digits.count == 32 else { return false }
    let halves = [digits.prefix(16), digits.dropFirst(16)]
    let areDigits = halves.allSatisfy { half in Hexadecimal.value(half) != nil }
    return areDigits && name[digits.count...].elementsEqual(fileExtension)
  }

  private static let fileExtension = Array(".seen".utf8)
}
