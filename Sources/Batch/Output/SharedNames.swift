import WavethumbLibrary
import WavethumbSystem

/// Recordings whose files would have the names of another recording's, as on FAT: its file systems do
/// not distinguish `Song.wav` from `song.wav`.
///
/// The first in the order of paths gets its files. The others fail, so that no picture shows another
/// recording: names that differ would depend on what else is in the library, and links to pictures
/// would break when a recording is added.
struct SharedNames {
  /// Each recording without a name of its own, and the one that has it.
  let owners: [RawPath: RawPath]

  static let none = SharedNames(owners: [:])

  private init(owners: [RawPath: RawPath]) { self.owners = owners }

  /// Finds the recordings that share names in this output; none if it distinguishes all names.
  init(among recordings: some Sequence<RawPath>, in output: borrowing Folder) {
    // Comparing all names takes as long as reading their folders.
    guard Self.ignoresCase(output) else {
      owners = [:]
      return
    }
    var first: [String: RawPath] = [:]
    var owners: [RawPath: RawPath] = [:]
    for recording in recordings {
      guard let text = recording.text else { continue }
      // Strings are equal if they only differ in how letters are composed, which such file systems
      // may ignore as well.
      let folded = Self.folded(text)
      if let owner = first[folded] {
        owners[recording] = owner
      } else {
        first[folded] = recording
      }
    }
    self.owners = owners
  }

  /// Returns a name in the letters in which such a file system compares it.
  static func folded(_ name: String) -> String { name.lowercased() }

  /// Returns whether the lock of the output, which exists, has a second name in capitals.
  // Tried, and not asked of the kernel, which has no one call for FAT, network disks and folders of ext4.
  static func ignoresCase(_ output: borrowing Folder) -> Bool {
    do throws(SystemFailure) {
      let inCapitals = RawPath(OutputLock.name.lossyText.uppercased())
      let lock = try output.statusIfPresent(of: OutputLock.name)
      let capitals = try output.statusIfPresent(of: inCapitals)
      guard let lock, let capitals else { return false }
      return lock.identity.inode == capitals.identity.inode
        && lock.identity.device == capitals.identity.device
    } catch {
      return false
    }
  }
}
