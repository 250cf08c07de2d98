import WavethumbBytes
package import WavethumbSystem

/// Gathers the sightings of a run, in the order of the records in its ledger.
package struct SightingsBuilder {
  private let key: Sightings.Key
  private var devices: [UInt64] = []
  private let sightings: Spool

  /// Begins in memory, with room for `count` recordings, or in a spool of a folder.
  package init(
    _ key: Sightings.Key,
    expecting count: Int = 0,
    in folder: SpoolFolder? = nil
  ) {
    self.key = key
    sightings = Spool(in: folder, expecting: count * Sighting.length)
  }

  package mutating func append(_ sighting: Sighting) {
    sightings.append { bytes in sighting.append(to: &bytes) }
  }

  /// Returns the number of a device: there are few, and their identifiers are long.
  package mutating func number(ofDevice device: UInt64) -> UInt16 {
    // From the end, as recordings of one disk follow each other.
    if let known = devices.lastIndex(of: device) { return UInt16(clamping: known) }
    guard devices.count < Int(UInt16.max) else { return .max }
    devices.append(device)
    return UInt16(clamping: devices.count - 1)
  }

  /// Returns the bytes that `Sightings` and `SightingsReader` read.
  package consuming func encoded(_ facts: Sightings.Facts) throws(SystemFailure) -> BytePieces {
    var end: [UInt8] = []
    for device in devices {
      end.append(number: device)
    }
    end.append(number: UInt16(devices.count))
    var checked = BytePieces(key.encoded() + facts.encoded())
    checked.append(sightings)
    checked.append(end)
    var start = SightingsLayout.mark
    start.append(number: try SightingsLayout.checksum(checked))
    var all = BytePieces(start)
    all.append(checked)
    return all
  }
}
