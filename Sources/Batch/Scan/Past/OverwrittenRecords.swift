import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The records of a ledger whose files another run may have replaced since.
///
/// The size of such a file proves nothing, and its digest is compared.
// The same size is likely: a picture in another color has it.
struct OverwrittenRecords: Sendable {
  /// A run was killed or failed since, with other options or with content that was there for a while;
  /// or what another ledger lists is unknown.
  private var areAll = false
  /// The records of recordings that another ledger lists, made with other options or of other content.
  // Two manifests may list the same pictures, and so may the whole and a part. Whoever scans last has
  // them, and the other draws its own again.
  private var indexes: Set<Int> = []

  /// Creates no records.
  init() {}

  /// `ledger` lists the records; it is nil if they come from a manifest.
  init(
    of records: LedgerRecords,
    listedBy ledger: LedgerFile?,
    part: Shard?,
    in output: OutputFolder
  ) throws(SystemFailure) {
    areAll = try output.mayBeOverwritten(besides: part)
    // A part that was never scanned has its records from the ledger of the whole.
    let others = try output.otherLedgers(besides: part).filter { $0 != ledger?.name }
    if areAll || others.isEmpty { return }
    guard let facts = try ledger?.facts(), let files = OutputFiles(namedBy: facts) else {
      areAll = true
      return
    }
    for name in others {
      switch try OtherLedger(name, in: output) {
      case .listing(let other):
        if other.files.shareNames(with: files) {
          add(other, over: records, madeBy: facts)
        }
      case .unreadable: areAll = true
      case .foreign: break
      }
    }
  }

  /// The number of recordings of which another ledger lists files of the same names.
  var sharedCount: Int { indexes.count }

  func contains(_ index: Int) -> Bool { areAll || indexes.contains(index) }

  private mutating func add(
    _ other: OtherLedger.Listing,
    over records: LedgerRecords,
    madeBy facts: LedgerFacts
  ) {
    let areMadeAlike = other.facts.key == facts.key && other.facts.generator == facts.generator
    other.records.forEach { path, record in
      if let index = records.index(of: path) {
        // Two libraries may have recordings of one path in one output.
        let areSame = areMadeAlike && records[index].digest == record.digest
        if !areSame {
          indexes.insert(index)
        }
      }
      return true
    }
  }
}
