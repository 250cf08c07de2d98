import WavethumbBytes
package import WavethumbSystem

/// Gathers the sightings of a run, in the order of the records in its ledger.
package struct SightingsBuilder {
  private let key: Sightings.Key
  private var devices: [UInt64] = []
  private var sightings: [UInt8] = []

  /// Begins with room for `count` recordings.
  package init(_ key: Sightings.Key, expecting count: Int = 0) {
    self.key = key
    sightings.reserveCapacity(count * Sighting.length)
  }

  package mutating func append(_ sighting: Sighting) { sighting.append(to: &sightings) }

  /// Returns the number of a device: there are few, and their identifiers are long.
  package mutating func number(ofDevice device: UInt64) -> UInt16 {
    // From the end, as recordings of one disk follow each other.
    if let known = devices.lastIndex(of: device) { return UInt16(clamping: known) }
    guard devices.count < Int(UInt16.max) else { return .max }
    devices.append(device)
    return UInt16(clamping: devices.count - 1)
  }

  /// Returns the bytes that `Sightings` reads.
  package consuming func encoded(_ facts: Sightings.Facts) -> BytePieces {
    var end: [UInt8] = []
    for device in devices {
      end.append(number: device)
    }
    end.append(number: UInt16(devices.count))
    var checked = BytePieces(key.encoded() + facts.encoded())
    checked.append(sightings)
    checked.append(end)
    var start = Sightings.mark
    start.append(number: checked.digest().low)
    var all = BytePieces(start)
    all.append(checked)
    return all
  }
}
