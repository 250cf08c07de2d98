import Bytes
package import System

/// What must be the same for anything remembered to hold.
package struct RunCircumstances: Sendable, Hashable {
  package var library: RawPath
  package var output: RawPath
  /// All that shapes pictures and measurements, as bytes of the caller's choice.
  package var settings: [UInt8]
  /// The versions of format and decoders, as bytes of the caller's choice.
  package var versions: [UInt8]
  /// The manifest that the remembered offsets point into.
  package var manifest: FileIdentity

  package init(
    library: RawPath, output: RawPath, settings: [UInt8], versions: [UInt8], manifest: FileIdentity
  ) {
    self.library = library
    self.output = output
    self.settings = settings
    self.versions = versions
    self.manifest = manifest
  }
}

extension RunCircumstances {
  package func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    for part in [library.bytes, output.bytes, settings, versions] {
      CompactNumber.append(part.count, to: &bytes)
      bytes += part
    }
    bytes.append(number: manifest.device)
    bytes.append(number: manifest.inode)
    bytes.append(number: manifest.size)
    bytes.append(number: manifest.modified)
    bytes.append(number: manifest.changed)
    return bytes
  }

  package init?(_ bytes: [UInt8], _ range: Range<Int>) {
    var (place, parts) = (range.lowerBound, [[UInt8]]())
    for _ in 0..<4 {
      guard let count = CompactNumber.take(bytes, &place, before: range.upperBound),
        count <= range.upperBound - place
      else { return nil }
      parts.append(Array(bytes[place..<(place + count)]))
      place += count
    }
    guard range.upperBound - place == 40 else { return nil }
    self.init(
      library: RawPath(bytes: parts[0]), output: RawPath(bytes: parts[1]), settings: parts[2],
      versions: parts[3],
      manifest: FileIdentity(
        device: bytes.number(at: place), inode: bytes.number(at: place + 8),
        size: bytes.number(at: place + 16), modified: bytes.number(at: place + 24),
        changed: bytes.number(at: place + 32)))
  }
}
