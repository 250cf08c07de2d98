import WavethumbLibrary
import WavethumbSystem

/// What the scan of a part saw of its recordings, read in the order of its ledger.
// Those of another ledger than the part has now are left out, as after a kill between the two: they would
// have to be found by path. The next scan then reads the recordings of this part once.
struct PartSightings {
  /// The devices that a record with a sighting refers to.
  let tables: RecordTables
  private var reader: SightingsReader?

  init(of part: ScannedPart, in cache: CacheFolder?) {
    let found = cache.flatMap { cache in SightingsFile.open(part.sightings, in: cache) }
    let isOfLedger =
      found?.facts.ledger == part.records.seal && found?.count == part.records.count
    reader = isOfLedger ? found : nil
    tables = RecordTables(devices: reader?.devices ?? [])
  }

  /// Adds the sighting of the next record.
  mutating func addNext(to record: inout PackedRecord) {
    do throws(SystemFailure) {
      guard let sighting = try reader?.next() else { return }
      record.add(sighting)
    } catch {
      // It only saves reading.
      reader = nil
    }
  }
}
