import System

/// The pictures and data files in an output that wavethumb may have made, by their names.
struct OutputCensus {
  struct Find {
    /// Relative to the output.
    var path: RawPath
    /// The recording that the name speaks of; nil where the name was shortened.
    var recording: RawPath?
  }

  private(set) var finds: [Find] = []

  init(_ output: borrowing Folder) throws(SystemFailure) {
    var reader = FolderReader()
    var waiting: [RawPath] = [""]
    while let path = waiting.popLast() {
      let folder = try output.folder(path.isEmpty ? "." : path, followingLinks: false)
      reader.restart()
      while let entry = try reader.entry(in: folder.descriptor, path) {
        let name = RawPath(bytes: Array(reader.names[entry.name]))
        let place = path.isEmpty ? name : path.appending(name)
        var kind = entry.kind
        if kind == nil { kind = try output.status(of: place, followingLinks: false).kind }
        if kind == .folder { waiting.append(place) }
        if kind == .file, let find = Self.find(place) { finds.append(find) }
      }
    }
    finds.sort { $0.path < $1.path }
  }

  /// What a name speaks of, where it is one that pictures or data files have.
  private static func find(_ path: RawPath) -> Find? {
    let name = path.bytes
    for ending in [".png", ".json"] where name.hasSuffix(ending) {
      var stem = Array(name.dropLast(ending.utf8.count))
      if ending == ".png" {
        // `Show/ep1.mp3.mirroredBars@2x` less what follows its last point.
        guard let point = stem.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        stem = Array(stem[..<point])
      }
      let isShortened = stem.dropLast(12).last == UInt8(ascii: "~") && stem.count > 13
      return Find(path: path, recording: isShortened ? nil : RawPath(bytes: stem))
    }
    return nil
  }
}

extension [UInt8] {
  fileprivate func hasSuffix(_ ending: String) -> Bool {
    count > ending.utf8.count && suffix(ending.utf8.count).elementsEqual(ending.utf8)
  }
}
