/// Deletes pictures whose recording is gone, and only those: an unmounted disk looks like an empty library.
struct Pruning {
  let options: ScanOptions
  let listing: LibraryListing
  let report: Report
  /// Whether the manifest of this run lists a path of the output.
  let isListed: (RawPath) -> Bool
  /// The device that a recording's folder was on at the last run.
  let lastDevice: (RawPath) -> UInt64?

  /// Deletes, or says what would be deleted; answers how many pictures that are.
  func perform(_ output: OutputTree) throws(SystemFailure) -> Int {
    guard options.prune != .nothing else { return 0 }
    guard listing.isWhole else {
      report.say(.pruneSkipped)
      return 0
    }
    let census = try OutputCensus(output.folder)
    let made = census.finds.filter { output.isDisposable($0.path) }
    let doomed = spare(made.filter(isDoomed))
    if doomed.count * 2 > made.count, !options.redoesAll {
      report.say(.pruneTooMuch(doomed: doomed.count, of: made.count))
      return 0
    }
    for find in doomed {
      if !options.isDryRun { try output.delete(find.path) }
      report.deleted(find.path.bytes)
    }
    return doomed.count
  }

  private func isDoomed(_ find: OutputCensus.Find) -> Bool {
    if isListed(find.path) { return false }
    if options.prune == .unlisted { return true }
    // A shortened name does not tell its recording: only who asks for all that is unlisted loses it.
    guard let recording = find.recording else { return false }
    return !listing.contains(recording)
  }

  /// Leaves out what lies beneath folders whose recordings may only be out of sight.
  private func spare(_ finds: [OutputCensus.Find]) -> [OutputCensus.Find] {
    let prudence = PruneGuard(listing.folders)
    var spared: Set<RawPath> = []
    let doomed = finds.filter { find in
      let recording = find.recording ?? find.path
      if listing.contains(recording) { return true }
      guard let doubt = prudence.doubt(recording, device: lastDevice(recording)) else {
        return true
      }
      // Who forces has looked.
      if case .emptiedFolder = doubt, options.redoesAll { return true }
      spared.insert(doubt.folder)
      return false
    }
    for folder in spared.sorted() { report.say(.pruneSpared(folder: folder.bytes)) }
    return doomed
  }
}

extension PruneGuard.Doubt {
  fileprivate var folder: RawPath {
    switch self {
    case .unreadableFolder(let path), .otherDevice(let path), .emptiedFolder(let path): path
    }
  }
}
