import WavethumbBytes
import WavethumbSystem

/// The names in the output that a manifest lists, as hashes: the names of a million pictures would
/// take more memory than everything else.
///
/// After a hash collision, a file that could be pruned is kept.
struct ListedNames {
  private var hashes: Set<UInt64> = []
  /// Whether the output may spell a listed name in other letters.
  private let ignoresCase: Bool

  init(in output: borrowing Folder) { ignoresCase = SharedNames.ignoresCase(output) }

  mutating func insert(_ names: [RawPath]) {
    for name in names {
      hashes.insert(hash(name))
    }
  }

  func contains(_ name: RawPath) -> Bool { hashes.contains(hash(name)) }

  private func hash(_ name: RawPath) -> UInt64 {
    guard ignoresCase else { return StableHash.of(name.bytes) }
    // The folder lists `SONG.wav.png` where the manifest has `song.wav.png`: both are one file.
    return StableHash.of(Array(SharedNames.folded(name.lossyText).utf8))
  }
}
