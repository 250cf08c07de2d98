import Bytes
import System

/// The names in the output that a manifest lists, each as a hash: the names of a million pictures
/// would take more memory than all else.
///
/// Where two names have one hash, a file that could be pruned stays.
struct ListedNames {
  private var hashes: Set<UInt64> = []

  mutating func insert(_ names: [RawPath]) {
    for name in names { hashes.insert(StableHash.of(name.bytes)) }
  }

  func contains(_ name: RawPath) -> Bool { hashes.contains(StableHash.of(name.bytes)) }
}
