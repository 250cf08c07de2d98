import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Distinguishes recordings that were deleted or moved from those on an unmounted disk.
struct MissingRecordings {
  enum Verdict: Equatable {
    /// A file of that name exists, or an option excludes it.
    case accountedFor
    /// The last run saw the recording on the device that is mounted now.
    case proven
    /// Nothing suggests that its disk is not mounted.
    case likely
    case doubted(PruneGuard.Doubt)
  }

  private let options: ScanOptions
  private let context: ScanContext
  private let listing: LibraryListing
  private let pruneGuard: PruneGuard
  private let unreadable: Set<RawPath>
  private let previous: PreviousRun

  init(
    listing: LibraryListing,
    previous: PreviousRun,
    context: ScanContext,
    options: ScanOptions
  ) {
    self.listing = listing
    self.previous = previous
    self.context = context
    self.options = options
    pruneGuard = PruneGuard(listing.files.folders)
    unreadable = Set(listing.problems.filter(\.isCandidate).map(\.path))
  }

  /// Returns whether the crawl found a file of that path, or a problem with one.
  func isThere(_ recording: RawPath) -> Bool {
    listing.contains(recording) || unreadable.contains(recording)
  }

  /// Returns whether a recording is in the library, or would be without an option.
  func isKnown(_ recording: RawPath) -> Bool { isThere(recording) || isLeftOut(recording) }

  /// Judges the recording of a file in the output, which has its name unless it was shortened.
  // The order is that of the proofs: a name in the library, a device that is mounted now, a folder
  // that still has other recordings. What none of them excludes is doubted, and a doubted picture
  // stays: one too many costs a few kilobytes.
  func verdict(on file: RawPath) -> Verdict {
    let recording = OutputInventory.recording(of: file) ?? file
    if recording != file, isKnown(recording) { return .accountedFor }
    let lastDevice = previous.folderDevice(of: recording)
    // If inodes do not count, a device may be many disks, some of them missing.
    let device = options.ignoresInode ? nil : lastDevice
    guard let doubt = pruneGuard.doubt(recording, device: lastDevice) else {
      if device != nil { return .proven }
      return .likely
    }
    guard case .emptiedFolder = doubt else { return .doubted(doubt) }
    // With `--force` the user has checked the folder.
    if options.redoesAll { return .likely }
    // Only `--prune=unlisted` treats a folder without any of its recordings as emptied.
    guard options.prune == .unlisted, !options.ignoresInode else { return .doubted(doubt) }
    if device != nil { return .proven }
    if hasChanged(recording, since: file) { return .likely }
    return .doubted(doubt)
  }

  /// Returns whether the folder of a recording has changed since its picture was made, as it does
  /// when the recording is removed.
  ///
  /// The folder of an empty mount point has not changed.
  // The time of a change of the folder's inode, which no program can set, against the time of the
  // picture, which only says that the recording was there.
  private func hasChanged(_ recording: RawPath, since picture: RawPath) -> Bool {
    guard let output = context.files.output else { return false }
    let nearest = pruneGuard.nearestFolder(to: recording)
    do {
      let folder = try context.library.status(of: nearest.isEmpty ? "." : nearest)
      return folder.identity.changed >= (try output.folder.status(of: picture).identity.modified)
    } catch {
      return false
    }
  }

  /// Returns whether an option excludes the recording or a folder above it.
  private func isLeftOut(_ recording: RawPath) -> Bool {
    let bytes = recording.bytes
    // The crawl enters no excluded folder, so that each folder above counts like the file itself.
    let folderEnds = bytes.indices.filter { index in bytes[index] == RawPath.separator }
    return (folderEnds + [bytes.count]).contains { end in
      let isFolder = end < bytes.count
      return options.excludes.contains { glob in
        glob.matches(bytes, in: 0..<end, isFolder: isFolder)
      }
    }
  }
}

extension ScanRun {
  /// Refuses to take a library that lost all its recordings for empty, as its disk may not be
  /// mounted, and reports how many recordings are gone.
  func checkGone(_ plan: ScanPlan, _ paths: ScanPaths) throws(RunFailure) {
    // A part may have no recordings of its own, and one that becomes empty is no unmounted disk.
    guard paths.part == nil, let known = plan.previous.records?.count else { return }
    let gone = plan.vanished.count
    guard gone > 0, !interruption.requested else { return }
    if plan.listing.files.count == 0, plan.listing.problems.isEmpty, !options.redoesAll {
      throw .libraryEmptied(paths.library.bytes, had: known)
    }
    // More than half of a library is worth a line even where nothing is deleted.
    if gone >= Self.manyGone, gone * 2 > known {
      report.say(.manyGone(gone, of: known))
    }
  }

  // Below that, a user knows what was deleted. A guess: half and twice of it were not tried.
  private static let manyGone = 20
}
