import Outputs
import WavethumbLibrary
import WavethumbSystem

/// A file with one of our names and other bytes than those due.
///
/// It is replaced only where next to nothing in it can be another's: where it is the start of the
/// bytes due, has only zeros, or differs from them in a few places as by bit rot.
struct DamagedFile: ~Copyable {
  private let file: Descriptor
  private let name: RawPath
  private let size: Int

  init(_ name: RawPath, in folder: borrowing Folder) throws(SystemFailure) {
    let isFile = try folder.status(of: name, followingLinks: false).kind == .file
    let opened = try folder.open(name, followingLinks: false)
    let size = isFile ? Int(clamping: try opened.status(name).identity.size) : 0
    self.name = name
    self.size = size
    file = opened
  }

  /// Whether it can only be a damaged file of ours; `due` are the first of the bytes due.
  borrowing func isOurs(due: [UInt8], ofBytes dueSize: Int) throws(SystemFailure) -> Bool {
    // A sparse file has any size. A gibibyte is more than any picture and room for the points of days:
    // a longer file of zeros is taken for another program's, and stays.
    let maximumBytes = max(dueSize, 1 << 30)
    if size == 0 || size > maximumBytes { return false }
    if size == dueSize {
      let start = try file.read(due.count, name)
      let changed = zip(start, due).count { byte, byteDue in byte != byteDue }
      let maximumChanged = min(Self.maximumChangedBytes, due.count / 8)
      if changed <= maximumChanged { return true }
    }
    return try Remnant.isOne(size: size, of: due) { range throws(SystemFailure) in
      try file.read(range.count, from: range.lowerBound, name)
    }
  }

  // Bit rot changes single bits; an edit of a file of the same size changes more. A guess, as is the
  // eighth of the bytes compared, which keeps a short text from being like any other.
  private static let maximumChangedBytes = 16
}
