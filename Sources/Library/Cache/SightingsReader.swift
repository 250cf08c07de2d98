package import WavethumbSystem

/// Reads the sightings of a run one after the other, in constant memory.
// Its checksum was read before, and is not read again: only the user writes into his cache, and its files
// are renamed into place.
package struct SightingsReader {
  package let facts: Sightings.Facts
  /// The devices that sightings refer to by number.
  package let devices: [UInt64]
  package let count: Int
  private var window: ByteWindow

  /// Reads sightings of a key; nil if they are damaged, or of another key.
  init?(_ key: Sightings.Key, in file: ReadableFile) throws(SystemFailure) {
    guard let layout = try SightingsLayout(size: file.size, file.bytes), layout.key == key else {
      return nil
    }
    facts = layout.facts
    devices = layout.devices
    count = layout.count
    let end = layout.first + layout.count * Sighting.length
    window = ByteWindow(of: layout.first..<end, file.bytes)
  }

  /// Returns the next sighting; nil after the last.
  package mutating func next() throws(SystemFailure) -> Sighting? {
    guard try window.fill(Sighting.length) else { return nil }
    defer { window.pass(Sighting.length) }
    return Sighting(window.buffer, at: window.position)
  }
}
