import Bytes
package import System

extension ManifestText {
  /// The number of leading bytes in which a damaged byte is searched for: no settings are longer.
  private static let mostPlaces = 2048
  /// If the first block is no longer than this, every byte value is tried; else only flipped bits.
  private static let longestForValues = 1 << 16

  /// Returns the original beginning if exactly one of its bytes was damaged, verified by the seal.
  /// Nil for any other damage, or if stopped.
  package func mendedStart(isStopped: () -> Bool) throws(SystemFailure) -> [UInt8]? {
    guard let seal = ManifestSeal.found(in: try bytes(max(0, size - ManifestSeal.mostBytes)..<size))
    else { return nil }
    let end = size - seal.length
    let length = ContentDigestBuilder.blockSize
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
