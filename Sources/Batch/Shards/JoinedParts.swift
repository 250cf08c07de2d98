import Glibc
import Outputs
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The parts of one whole, read in the order of their paths.
///
/// A merge holds of each recording what the ledgers hold of it, as a scan does.
struct JoinedParts {
  let parts: [ScannedPart]
  let counts: ManifestCounts
  let format: ManifestFormat

  private let interruption: Interruption

  init(_ parts: [ScannedPart], _ interruption: Interruption) throws {
    try Self.check(parts)
    self.parts = parts
    self.interruption = interruption
    format = parts[0].facts.format
    counts = parts.reduce(into: ManifestCounts()) { $0.add($1.counts) }
    var last: RawPath?
    for (number, step) in walk.enumerated() {
      // A guess: each look is a call of the kernel, and there may be millions of steps.
      if number & 0xFFF == 0 {
        try interruption.check()
      }
      if step.path == last { throw RunFailure.pathInTwoParts(step.path.bytes) }
      last = step.path
    }
  }

  var walk: JoinedWalk { JoinedWalk(parts) }

  private static func check(_ parts: [ScannedPart]) throws(RunFailure) {
    let first = parts[0]
    for part in parts {
      let facts = part.part
      if part.facts.key != first.facts.key || part.settings != first.settings
        || part.facts.format != first.facts.format
      {
        throw .partsOfOtherSettings(first.part.shard, facts.shard)
      }
      if facts.library != first.part.library {
        throw .partsOfOtherLibraries(first.part.shard, facts.shard)
      }
      if facts.order != first.part.order || facts.listing != first.part.listing {
        throw .partsOfOtherListings(first.part.shard, facts.shard)
      }
    }
  }

  /// Throws if files of two parts would have one name in the output: each part saw only its own
  /// recordings.
  func refuseSharedNames(in output: borrowing Folder) throws(RunFailure) {
    let recordings = walk.lazy.filter { step in
      step.record.map { parts[step.part].records[$0].isMade } ?? false
    }
    let shared = SharedNames(among: recordings.map(\.path), in: output).owners
    let first = shared.min { $0.key < $1.key }
    if let first { throw .sharedName(first.key.bytes, first.value.bytes) }
  }

  /// Copies the files of parts that are in other folders.
  func bringFiles(to whole: PartsFolder, _ output: OutputFolder) throws {
    for part in parts where part.folder !== whole {
      let source = try Folder(at: part.folder.output)
      for step in JoinedWalk([part]) {
        try interruption.check()
        guard let files = try part.files(of: step.entry, at: step.path) else {
          throw RunFailure.notAPart(part.manifest.path.bytes)
        }
        for file in files {
          guard try output.copy(file, from: source, interruption: interruption) else {
            throw RunFailure.foreignFile(whole.output.appending(file.path.path).bytes)
          }
        }
      }
    }
  }

  /// Writes the manifest of the whole, unless it exists already; `named` is the digest of the one that
  /// the ledger of the whole names.
  func writeManifest(
    at path: RawPath, named: ContentDigest?, in output: OutputFolder
  ) throws -> WrittenManifest {
    let settings = parts[0].settings
    let commit = ManifestCommit(
      path: path, format: format,
      head: ManifestHead(settings: settings, counts: counts).text(in: format), count: counts.files,
      last: try existing(at: path), named: named, interruption: interruption)
    let options = SettingsReader.optionsWithoutPrograms(in: try JSONValue(settings))
    let listsAlbums = options?.pictures.analyzes ?? false
    let albums = listsAlbums ? AlbumList(pathToOutput: parts[0].folder.pathToOutput) : nil
    return try commit.write(in: output, listing: albums, entries)
  }

  /// Returns the manifest of the whole that is there; nil if it is not as it was written.
  private func existing(at path: RawPath) throws -> ManifestText? {
    guard let identity = try PreviousRun.status(of: path) else { return nil }
    let manifest = ManifestText(path, identity)
    return try manifest.isIntact { interruption.requested } ? manifest : nil
  }

  private func entries() -> ManifestCommit.Entries {
    var walk = walk
    return { _ throws(SystemFailure) in
      // The counts are those of the first reading, and say how often this is called.
      guard let step = walk.next() else {
        throw SystemFailure(.read, errno: EIO, at: parts[0].manifest.path)
      }
      return .text(try parts[step.part].manifest.bytes(step.entry))
    }
  }

  /// Returns the records of the whole, and what the scans of the parts saw, so that an unsharded
  /// scan finds everything unchanged.
  func records(
    at entries: EntryRanges, for key: Sightings.Key
  ) -> (records: LedgerCommit.Records, sightings: SightingsBuilder) {
    var builder = LedgerRecordsBuilder(expecting: counts.files)
    var sightings = SightingsBuilder(key, expecting: counts.files)
    for (step, range) in zip(walk, entries) {
      guard let number = step.record else { continue }
      let records = parts[step.part].records
      let record = records[number]
      if builder.append(record, from: records.tables, step.path, at: range) {
        let sighting = record.sighting(step.path, from: records.tables, in: &sightings)
        sightings.append(sighting)
      }
    }
    return ((consume builder).sections(), sightings)
  }

  /// The facts of the whole.
  func facts(with manifest: ContentDigest?) -> LedgerFacts {
    var facts = parts[0].facts
    facts.manifest = manifest
    facts.part = nil
    return facts
  }
}
