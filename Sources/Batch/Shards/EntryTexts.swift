import Glibc
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

/// Reads the entries of a part's manifest in order, and compares them with the digest that all of them
/// had when they were checked.
// The manifest is open, but another process could change it after the check.
struct EntryTexts {
  private let manifest: RawPath
  private let digest: ContentDigest
  private var window: ByteWindow
  private var digester = PieceDigester()
  /// The number of entries that were not read yet.
  private var left: Int

  init(of part: ScannedPart) {
    let manifest = part.manifest
    self.manifest = manifest.path
    digest = part.texts
    left = part.counts.files
    window = ByteWindow(of: 0..<manifest.size, manifest.bytes)
  }

  /// Returns the text of the next entry; with the last one, throws if any of them has changed.
  mutating func next(at entry: Range<Int>) throws(SystemFailure) -> [UInt8] {
    // The ranges are those of the first reading, but the file may have become shorter since.
    guard entry.count <= ManifestText.maximumEntryBytes, window.skip(to: entry.lowerBound),
      try window.fill(entry.count)
    else { throw changed }
    let text = Array(window.buffer[window.position..<window.position + entry.count])
    window.pass(entry.count)
    digester.add(text)
    left -= 1
    if left == 0, digester.digest() != digest { throw changed }
    return text
  }

  // As if the disk had failed: the merge cannot go on, and leaves the parts as they are.
  private var changed: SystemFailure { SystemFailure(.read, errno: EIO, at: manifest) }
}
