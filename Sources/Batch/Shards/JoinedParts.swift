import Glibc
import Outputs
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The parts of one whole, read in the order of their paths.
///
/// Memory does not grow with the number of recordings: all that there may be millions of stays in the
/// files of the parts, or waits in spools of the output.
// Three things grow nevertheless. The digest of a manifest has those of its blocks, of a thousand entries
// each. In another output, the owned lines of all its ledgers are held once a data file there has to be
// replaced: they are asked for in the order of recordings, and not of files. And of a manifest without a
// ledger, as earlier releases wrote, all data files are held.
struct JoinedParts {
  let parts: [ScannedPart]
  let counts: ManifestCounts
  let format: ManifestFormat

  /// Nil if all is held in memory.
  private let spools: SpoolFolder?
  private let interruption: Interruption

  init(_ parts: [ScannedPart], in spools: SpoolFolder?, interruption: Interruption) throws {
    try Self.check(parts)
    self.parts = parts
    self.spools = spools
    self.interruption = interruption
    format = parts[0].facts.format
    counts = parts.reduce(into: ManifestCounts()) { counts, part in counts.add(part.counts) }
    try refuseSharedPaths()
  }

  private func refuseSharedPaths() throws {
    var walk = JoinedWalk(parts)
    var last: RawPath?
    var count = 0
    while let step = try walk.next() {
      // Every 4,096 steps, a guess: each look is a call of the kernel, and there may be millions of steps.
      if count.isMultiple(of: 4096) {
        try interruption.check()
      }
      // Equal paths follow each other, as the walk is in the order of paths.
      if step.path == last { throw RunFailure.pathInTwoParts(step.path.bytes) }
      last = step.path
      count += 1
    }
  }

  private static func check(_ parts: [ScannedPart]) throws(RunFailure) {
    let first = parts[0]
    for part in parts {
      let one = first.part
      let other = part.part
      let hasSameSettings =
        part.facts.key == first.facts.key && part.settings == first.settings
        && part.facts.format == first.facts.format
      if !hasSameSettings {
        throw .partsOfOtherSettings(one.shard, other.shard)
      }
      if other.library != one.library {
        throw .partsOfOtherLibraries(one.shard, other.shard)
      }
      if other.order != one.order || other.listing != one.listing {
        throw .partsOfOtherListings(one.shard, other.shard)
      }
    }
  }

  /// Throws if files of two parts would have one name in the output: each part saw only its own
  /// recordings.
  func refuseSharedNames(in output: borrowing Folder) throws {
    guard SharedNames.ignoresCase(output) else { return }
    // Sorted by a hash of their names, by which equal ones are neighbors: to hold the names of millions
    // would take more memory than everything else.
    var names = SpooledSort(in: spools)
    var walk = JoinedWalk(parts)
    while let step = try walk.next() {
      guard let record = step.record, record.isDecoded, let text = step.path.text else { continue }
      let hash = UInt64(bitPattern: Int64(SharedNames.folded(text).hashValue))
      names.add(hash.bigEndianBytes + step.path.bytes)
    }
    var hash: ArraySlice<UInt8> = []
    // The paths of one hash. Different names may have it too, so that the names are compared.
    var owners: [RawPath] = []
    var shared: (path: RawPath, owner: RawPath)?
    try names.forEach { string in
      if string[..<8] != hash {
        hash = string[..<8]
        owners = []
      }
      let path = RawPath(bytes: Array(string[8...]))
      let name = SharedNames.folded(path.text ?? "")
      let owner = owners.first { owner in SharedNames.folded(owner.text ?? "") == name }
      guard let owner else { return owners.append(path) }
      // The first by path is reported: hashes differ from run to run, and with them the order here.
      if let shared, shared.path <= path { return }
      shared = (path, owner)
    }
    if let shared { throw RunFailure.sharedName(shared.path.bytes, shared.owner.bytes) }
  }

  /// Copies the files of parts that are in other folders.
  // Before the walk has proved all entries of a part: each is checked by itself, and each file against
  // the digest in its entry.
  func bringFiles(to whole: PartsFolder, _ output: OutputFolder) throws {
    for part in parts where part.folder !== whole {
      let source = try Folder(at: part.folder.output)
      var walk = JoinedWalk([part])
      while let step = try walk.next() {
        try interruption.check()
        let text = try walk.text(of: step)
        guard let files = part.files(of: text, at: step.path) else {
          throw RunFailure.notAPart(part.manifest.path.bytes)
        }
        for file in files {
          let isCopied = try output.copy(file, from: source, interruption: interruption)
          guard isCopied else {
            throw RunFailure.foreignFile(whole.output.appending(file.path.path).bytes)
          }
        }
      }
    }
  }

  /// Writes the manifest of the whole, unless it exists already; `named` is the digest of the one that
  /// the ledger of the whole names.
  func writeManifest(
    at path: RawPath,
    named: ContentDigest?,
    in output: OutputFolder
  ) throws -> WrittenManifest {
    let settings = parts[0].settings
    let commit = ManifestCommit(
      path: path,
      format: format,
      head: ManifestHead(settings: settings, counts: counts).text(in: format),
      count: counts.files,
      last: try existing(at: path),
      named: named,
      interruption: interruption,
      spools: spools
    )
    let options = SettingsReader.optionsWithoutPrograms(in: try JSONValue(settings))
    let listsAlbums = options?.pictures.analyzes ?? false
    let pathToOutput = parts[0].folder.pathToOutput
    let albums = listsAlbums ? AlbumList(pathToOutput: pathToOutput, in: spools) : nil
    return try commit.write(in: output, listing: albums, entries)
  }

  /// Returns the manifest of the whole that is there; nil if it is not as it was written.
  private func existing(at path: RawPath) throws -> ManifestText? {
    guard let identity = try PreviousRun.status(of: path) else { return nil }
    let manifest = ManifestText(path, identity)
    guard try manifest.isIntact(isStopped: { interruption.requested }) else { return nil }
    return manifest
  }

  private func entries() -> ManifestCommit.Entries {
    var walk = JoinedWalk(parts)
    return { _ throws(SystemFailure) in
      // The counts are those of the first reading, and say how often this is called. With the last entry
      // of a part, all of them were proved.
      guard let step = try walk.next() else {
        throw SystemFailure(.read, errno: EIO, at: parts[0].manifest.path)
      }
      return .text(try walk.text(of: step))
    }
  }

  /// Returns the records of the whole, and what the scans of the parts saw, so that an unsharded
  /// scan finds everything unchanged.
  func records(
    at entries: EntryRanges,
    for key: Sightings.Key,
    seenIn cache: CacheFolder?
  ) throws(SystemFailure) -> (records: LedgerCommit.Records, sightings: SightingsBuilder) {
    var builder = LedgerRecordsBuilder(in: spools)
    var sightings = SightingsBuilder(key, in: spools)
    var seen = parts.map { part in PartSightings(of: part, in: cache) }
    var walk = JoinedWalk(parts)
    var ranges = entries.walk()
    while let step = try walk.next(), let range = try ranges.advance() {
      // A name that the crawl could not enter has an entry, and no record in any ledger.
      guard var record = step.record else { continue }
      seen[step.part].addNext(to: &record)
      let problem = record.isDecoded ? nil : parts[step.part].records.problem(record.problem)
      let isAdded = builder.append(
        record,
        sizes: step.sizes[...],
        problem: problem,
        path: step.path,
        at: range
      )
      // Sightings are in the order of the records, so that a record left out has none.
      if isAdded {
        let tables = seen[step.part].tables
        sightings.append(record.sighting(step.path, from: tables, in: &sightings))
      }
    }
    return (builder.sections(), sightings)
  }

  /// The facts of the whole.
  func facts(with manifest: ContentDigest?) -> LedgerFacts {
    var facts = parts[0].facts
    facts.manifest = manifest
    facts.part = nil
    return facts
  }
}
