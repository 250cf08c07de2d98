import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Recordings in an output folder that lies within the library, which no crawl enters.
enum OutputRecordings {
  /// Returns the number of files in the output that a crawl would take for recordings.
  ///
  /// The first run looks into all folders. Later ones look at the top only, as reading the whole
  /// output takes a quarter of an unchanged run.
  static func count(
    _ paths: ScanPaths,
    in output: borrowing Folder,
    isFirstRun: Bool
  ) -> Int {
    guard liesInside(paths) else { return 0 }
    var count = 0
    var reader = FolderReader()
    var waiting = [RawPath("")]
    while let path = waiting.popLast() {
      do throws(SystemFailure) {
        let folder = try output.folder(path.asFolder, followingLinks: false)
        let (folders, files) = try reader.list(folder)
        count += files.count { name in CandidateName.isRecording(name) }
        if isFirstRun {
          waiting += folders.map(path.appending)
        }
      } catch {
        // The count is for a hint: it is not worth a failure.
        continue
      }
    }
    return count
  }

  // By the paths without links: a library that is reached through a link contains its output all the
  // same.
  private static func liesInside(_ paths: ScanPaths) -> Bool {
    guard let library = Environment.existing(paths.library),
      let output = Environment.existing(paths.output)
    else { return false }
    // With a separator, as `/music-old` begins like `/music`. The root has one already.
    var start = library.bytes
    if start.last != RawPath.separator {
      start.append(RawPath.separator)
    }
    return output.bytes.starts(with: start)
  }
}
