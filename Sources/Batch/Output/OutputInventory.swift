import Outputs
import WavethumbBytes
import WavethumbSystem

/// The files in an output that wavethumb may have made, by their names, and that no manifest lists.
struct OutputInventory {
  /// Paths relative to the output, in order.
  private(set) var finds: [RawPath] = []
  private(set) var listed = 0

  init(_ output: borrowing Folder, except isListed: (RawPath) -> Bool) throws(SystemFailure) {
    var reader = FolderReader()
    var waiting: [RawPath] = [""]
    while let path = waiting.popLast() {
      let folder = try output.folder(path.isEmpty ? "." : path, followingLinks: false)
      let (folders, files) = try reader.list(folder)
      waiting += folders.map(path.appending)
      for place in files.map(path.appending) {
        if isListed(place) {
          listed += 1
        } else if OutputList.recordingName(of: place.bytes) != nil {
          finds.append(place)
        }
      }
    }
    finds.sort()
  }

  /// Returns the recording in the name of an output; nil for other names and shortened ones.
  static func recording(of path: RawPath) -> RawPath? {
    guard let recording = OutputList.recordingName(of: path.bytes) else { return nil }
    let isShortened = recording.dropLast(12).last == UInt8(ascii: "~") && recording.count > 13
    return isShortened ? nil : RawPath(bytes: recording)
  }
}

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
    StableHash.of(ignoresCase ? Array(SharedNames.folded(name.lossyText).utf8) : name.bytes)
  }
}
