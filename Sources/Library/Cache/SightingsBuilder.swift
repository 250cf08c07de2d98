import WavethumbBytes

/// Gathers the sightings of a run, in the order of the records in its ledger.
package struct SightingsBuilder: Sendable {
  private var devices: [UInt64] = []
  /// The bytes so far, so that the sightings of a million recordings are never held twice.
  private var bytes: [UInt8]
  private let factsStart: Int

  package init(_ key: Sightings.Key, expecting count: Int = 0) {
    bytes = Sightings.mark + [UInt8](repeating: 0, count: 8) + key.encoded()
    factsStart = bytes.count
    let room = factsStart + Sightings.Facts.length + count * Sighting.length + 1024
    bytes.reserveCapacity(room)
    // The facts are known at the end.
    bytes.append(contentsOf: repeatElement(0, count: Sightings.Facts.length))
  }

  package mutating func append(_ sighting: Sighting) { sighting.append(to: &bytes) }

  /// Returns the number of a device: there are few, and their identifiers are long.
  package mutating func number(ofDevice device: UInt64) -> UInt16 {
    // From the end, as recordings of one disk follow each other.
    if let known = devices.lastIndex(of: device) { return UInt16(clamping: known) }
    guard devices.count < Int(UInt16.max) else { return .max }
    devices.append(device)
    return UInt16(clamping: devices.count - 1)
  }

  /// Returns the bytes that `Sightings` reads.
  package consuming func encoded(_ facts: Sightings.Facts) -> [UInt8] {
    bytes.replaceSubrange(factsStart..<factsStart + Sightings.Facts.length, with: facts.encoded())
    for device in devices {
      bytes.append(number: device)
    }
    bytes.append(number: UInt16(devices.count))
    var sum: [UInt8] = []
    sum.append(number: Sightings.checksum(bytes))
    bytes.replaceSubrange(Sightings.mark.count..<Sightings.mark.count + 8, with: sum)
    return bytes
  }
}
