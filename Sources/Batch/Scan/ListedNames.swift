import Bytes
import System

/// The names in the output that a manifest lists, as hashes: the names of a million pictures would
/// take more memory than everything else.
///
/// After a hash collision, a file that could be pruned is kept.
struct ListedNames {
  private var hashes: Set<UInt64> = []

  mutating func insert(_ names: [RawPath]) {
    for name in names { hashes.insert(StableHash.of(name.bytes)) }
  }

  func contains(_ name: RawPath) -> Bool { hashes.contains(StableHash.of(name.bytes)) }
}
