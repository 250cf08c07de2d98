import WavethumbLibrary
import WavethumbSystem

/// The files that other manifests of the same output list, by what their ledgers say.
///
/// Two libraries may share an output, each with a manifest elsewhere. What one of them does not list
/// is not unlisted as long as the other lists it.
struct ListedElsewhere {
  private var names: ListedNames
  /// Another ledger whose files are unknown: it is damaged, or of another version.
  private(set) var unreadable: RawPath?

  init(in output: OutputFolder) throws(SystemFailure) {
    names = ListedNames(in: output.folder)
    let found = try output.foundLedgers()
    let own = output.names.ledger
    let ownParts = found.ledgersOfParts(of: own)
    for name in found.ledgers where name != own && !ownParts.contains(name) {
      switch try OtherLedger(name, in: output) {
      case .listing(let listing): add(listing)
      case .unreadable: unreadable = name
      case .foreign: break
      }
    }
  }

  func contains(_ name: RawPath) -> Bool { names.contains(name) }

  private mutating func add(_ other: OtherLedger.Listing) {
    other.records.forEach { path, record in
      names.insert(other.files.names(of: path, by: record))
      return true
    }
  }
}
