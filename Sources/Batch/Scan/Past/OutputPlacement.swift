import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Checks the place of an output in relation to its library.
///
/// No crawl looks for recordings in an output. One that shares a folder with recordings would hide them,
/// and leave its own files between them.
struct OutputPlacement {
  private let paths: ScanPaths
  private let isChosen: Bool

  /// `isChosen` says that the output was named, and is not `.wavethumb` in the library.
  init(_ paths: ScanPaths, isChosen: Bool) {
    self.paths = paths
    self.isChosen = isChosen
  }

  /// Returns whether the output shares a folder with the library.
  ///
  /// Throws if it does so as a new output, or if the library is an output itself.
  func isShared(hasLedger: Bool) throws(RunFailure) -> Bool {
    guard let library = Environment.existing(paths.library) else { return false }
    guard let output = Environment.existing(paths.output) else {
      try refuseOutputAsLibrary(library)
      return false
    }
    if output != library {
      try refuseOutputAsLibrary(library)
    }
    // Nobody takes `.wavethumb` for a folder of recordings.
    guard isChosen else { return false }
    if Self.contains(output, library) {
      if hasLedger { return true }
      throw .outputAroundLibrary(paths.output.bytes)
    }
    // What lies in an output with a ledger was left out before.
    guard !hasLedger, Self.contains(library, output) else { return false }
    if let first = Self.firstRecording(in: output) {
      throw .outputWithRecordings(paths.output.bytes, first: output.appending(first).bytes)
    }
    return false
  }

  /// Throws if the library is the output of another scan: it has the ledger of one, and no recordings.
  private func refuseOutputAsLibrary(_ library: RawPath) throws(RunFailure) {
    guard Self.hasLedger(library) else { return }
    let isDefault = library.name.bytes == Array(ScanPaths.defaultOutput.utf8)
    if isDefault {
      throw .libraryIsOutput(paths.library.bytes, library: library.parent.bytes)
    }
    if Self.firstRecording(in: library) == nil {
      throw .libraryIsOutput(paths.library.bytes, library: nil)
    }
  }

  private static func hasLedger(_ folder: RawPath) -> Bool {
    do throws(SystemFailure) {
      return try FoundLedgers.hasLedger(in: Folder(at: folder))
    } catch {
      // A library that cannot be read is reported by the crawl.
      return false
    }
  }

  /// Whether a folder is another one, or lies below it; both are paths without links.
  private static func contains(_ folder: RawPath, _ other: RawPath) -> Bool {
    if folder == other { return true }
    // With a separator, as `/music-old` begins like `/music`. The root has one already.
    var start = folder.bytes
    if start.last != RawPath.separator {
      start.append(RawPath.separator)
    }
    return other.bytes.starts(with: start)
  }

  /// Returns a file that a crawl would take for a recording; nil if there is none.
  private static func firstRecording(in top: RawPath) -> RawPath? {
    var reader = FolderReader()
    var waiting: [RawPath] = [""]
    while let path = waiting.popLast() {
      do throws(SystemFailure) {
        let folder = try Folder(at: top).folder(path.asFolder, followingLinks: false)
        let (folders, files) = try reader.list(folder)
        let recordings = files.filter { name in CandidateName.isRecording(name) }
        if let first = recordings.min() { return path.appending(first) }
        waiting += folders.map(path.appending)
      } catch {
        // The crawl reports what it cannot read.
        continue
      }
    }
    return nil
  }
}
