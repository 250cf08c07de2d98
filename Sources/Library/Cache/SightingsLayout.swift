import WavethumbBytes
import WavethumbSystem

/// The layout of a file of sightings: mark, checksum of the rest, key, facts, sightings of one length,
/// devices, and their number.
struct SightingsLayout {
  static let mark = Array("wavethumb seen 3\n".utf8)
  /// The length of the checksum after the mark.
  static let checksumLength = 8
  // The paths of output and ledger, of up to 4,096 bytes each, and some numbers.
  private static let maximumHeadLength = 16 << 10

  let key: Sightings.Key
  let facts: Sightings.Facts
  let devices: [UInt64]
  let count: Int
  /// Where the first sighting begins.
  let first: Int

  /// Reads all bytes but holds few of them; nil if they are damaged.
  init?(size: Int, _ source: @escaping ByteWindow.Source) throws(SystemFailure) {
    let head = try source(0..<min(size, Self.maximumHeadLength))
    var reader = ByteReader(head)
    let checksum: UInt64
    do throws(MalformedBytes) {
      guard try reader.take(Self.mark.count) == Self.mark[...] else { return nil }
      checksum = try reader.integer()
      key = try reader.read()
      facts = try reader.read()
    } catch {
      return nil
    }
    first = head.count - reader.left
    // The number of devices comes last, as they are known after all sightings.
    guard size >= first + 2 else { return nil }
    let countBytes = try source(size - 2..<size)
    let deviceCount = Int(countBytes.number(at: 0, as: UInt16.self))
    let length = size - first - 2 - deviceCount * 8
    guard length >= 0, length.isMultiple(of: Sighting.length) else { return nil }
    count = length / Sighting.length
    let numbers = try source(first + length..<size - 2)
    devices = (0..<deviceCount).map { index in numbers.number(at: index * 8) }
    // Last: it reads all, and most files that are none fail before.
    let checked = BytePieces(Self.mark.count + Self.checksumLength..<size, of: source)
    guard try Self.checksum(checked) == checksum else { return nil }
  }

  /// Returns the checksum of everything after it.
  static func checksum(_ bytes: BytePieces) throws(SystemFailure) -> UInt64 {
    try bytes.digest().low
  }
}
