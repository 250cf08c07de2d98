import Outputs
import WavethumbSystem

/// The files in an output that wavethumb may have made, by their names, and that no manifest lists.
struct OutputInventory {
  /// Paths relative to the output, in order.
  private(set) var unlisted: [RawPath] = []
  /// The number of files that a manifest lists.
  private(set) var listed = 0

  init(_ output: borrowing Folder, except isListed: (RawPath) -> Bool) throws(SystemFailure) {
    // A list of folders and no recursion: the depth of an output is that of a library.
    var reader = FolderReader()
    var waiting: [RawPath] = [""]
    while let path = waiting.popLast() {
      let folder = try output.folder(path.asFolder, followingLinks: false)
      let (folders, files) = try reader.list(folder)
      waiting += folders.map(path.appending)
      for filePath in files.map(path.appending) {
        if isListed(filePath) {
          listed += 1
        } else if OutputList.recordingName(of: filePath.bytes) != nil {
          unlisted.append(filePath)
        }
      }
    }
    // The order of a folder differs from disk to disk, and what is deleted is reported in this one.
    unlisted.sort()
  }

  /// Returns the recording in the name of an output; nil for other names and shortened ones.
  static func recording(of path: RawPath) -> RawPath? {
    guard let recording = OutputList.recordingName(of: path.bytes) else { return nil }
    // A name that is too long for the disk ends with `~` and twelve digits of a hash.
    let isMarked = recording.dropLast(12).last == UInt8(ascii: "~")
    let isShortened = isMarked && recording.count > 13
    return isShortened ? nil : RawPath(bytes: recording)
  }
}
