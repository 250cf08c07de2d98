import Bytes
import Library
import Outputs
import System

/// The end of a run: manifest, memory and pruning, each of which is only touched where something is
/// new.
struct ScanEnding {
  let options: ScanOptions
  let places: ScanPlaces
  let settings: ScanSettings
  let cache: SummaryCache?
  let report: Report
  /// The part of this run, nil where the run does the whole library.
  let part: PartFacts?

  /// Writes the manifest, and the memory for the next run.
  func write(
    _ scanRecords: ScanRecords, _ lastRun: LastRun, to output: OutputTree
  ) throws(SystemFailure) {
    let format = places.manifestFormat
    let head = ManifestHead(settings: settings.text, counts: scanRecords.counts, part: part)
      .text(format)
    let entries = scanRecords.entries
    if let last = lastRun.manifest,
      let kept = try ManifestComparison.places(
        head, format, scanRecords.count, in: last,
        { index throws(SystemFailure) in
          let entry = scanRecords.entry(index)
          guard case .stored(let place) = entry else { return entry }
          return .text(try entries.entry(place))
        })
    {
      remember(scanRecords, kept, manifest: last.identity, lastRun)
      return
    }
    try output.begin()
    // Pictures have to be on the disk before the manifest names them.
    try output.folder.syncFileSystem()
    let folder = try Folder(at: places.manifest.parent.isEmpty ? "." : places.manifest.parent)
    var manifest = try ManifestFile(
      head, format, as: places.manifest.name, in: folder, last: lastRun.manifest, entries)
    var written: [Range<Int>] = []
    written.reserveCapacity(scanRecords.count)
    for index in 0..<scanRecords.count {
      written.append(try manifest.append(scanRecords.entry(index)))
    }
    try manifest.commit()
    let identity = try folder.status(of: places.manifest.name).identity
    remember(scanRecords, written, manifest: identity, lastRun)
  }

  /// Keeps the memory that the next run trusts without opening a file; losing it costs time only.
  private func remember(
    _ scanRecords: ScanRecords, _ places: [Range<Int>], manifest: FileIdentity,
    _ lastRun: LastRun
  ) {
    guard let cache else { return }
    let circumstances = RunCircumstances(
      library: self.places.absoluteLibrary, output: self.places.memoryOutput,
      settings: settings.key.bytes, manifest: manifest)
    if lastRun.isRepeated(by: scanRecords, in: circumstances) { return }
    var builder = RunMemoryBuilder(circumstances, expecting: places.count)
    for (index, place) in places.enumerated() {
      builder.append(scanRecords.record(index), at: place)
    }
    cache.keep(consume builder, unlessLike: lastRun.memoryBytes)
  }

  /// Deletes what has no recording any more; answers how many files that were.
  func prune(
    _ scanRecords: ScanRecords, _ listing: LibraryListing, _ lastRun: LastRun, _ tools: ScanTools
  ) throws(SystemFailure) -> Int {
    guard options.prune != .nothing else { return 0 }
    let vanished = MissingRecordings(listing, tools, options) { lastRun.folderDevice(of: $0) }
    return try Pruning(
      options: options, report: report, hasSeenAll: listing.isWhole, vanished: vanished,
      isListed: isListed(scanRecords, tools)
    ).perform(tools.output)
  }

  /// Tells whether the manifest of this run lists a path of the output.
  func isListed(_ scanRecords: ScanRecords, _ tools: ScanTools) -> (RawPath) -> Bool {
    lazy var listed = (0..<scanRecords.count).reduce(into: ListedNames()) {
      $0.insert(tools.files.names(of: scanRecords.record($1)))
    }
    return { listed.contains($0) }
  }
}
