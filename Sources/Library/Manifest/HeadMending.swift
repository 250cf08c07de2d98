import Bytes
package import System

extension ManifestText {
  /// The first bytes, among which a damaged one is searched for: no settings are longer.
  private static let mostPlaces = 2048
  /// Up to this length of the first block every value is tried, beyond it single bits.
  private static let longestForValues = 1 << 16

  /// Returns the beginning as it was written if one of its bytes has changed since: with the right
  /// one the seal holds. Nil for any other damage, and if stopped.
  package func mendedStart(isStopped: () -> Bool) throws(SystemFailure) -> [UInt8]? {
    let size = Int(clamping: identity.size)
    guard
      let seal = ManifestSeal.found(in: try bytes(max(0, size - ManifestSeal.mostBytes)..<size))
    else { return nil }
    let (end, length) = (size - seal.length, ContentDigestBuilder.blockSize)
    var rest = ContentDigestBuilder()
    for place in stride(from: length, to: end, by: length) {
      let block = try bytes(place..<min(end, place + length))
      unsafe rest.add(block: block.span.bytes, index: place / length)
    }
    var start = try bytes(0..<min(end, length))
    let bits = (0..<8).map { UInt8(1) << $0 }
    let others = start.count <= Self.longestForValues ? (1...255).filter { !bits.contains($0) } : []
    for changes in [bits, others] {
      for place in start.indices.prefix(Self.mostPlaces) {
        if isStopped() { return nil }
        for change in changes {
          var digests = rest
          start[place] ^= change
          unsafe digests.add(block: start.span.bytes, index: 0)
          if digests.digest(ofByteCount: end) == seal.digest { return start }
          start[place] ^= change
        }
      }
    }
    return nil
  }
}
