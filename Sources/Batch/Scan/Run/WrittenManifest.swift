import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

/// The manifest of a run: the digest at its end, and the range of each entry.
struct WrittenManifest {
  let digest: ContentDigest?
  let identity: FileIdentity
  let entries: EntryRanges
}
