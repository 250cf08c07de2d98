import Glibc
import Outputs
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The parts of one whole, with all of their recordings in the order of their paths.
struct PartMerge {
  /// A recording, or a name that the crawl could not enter.
  private struct Recording {
    let path: RawPath
    /// The number of the part.
    let part: Int32
    /// The number of its entry in the part.
    let entry: Int32
  }

  let parts: [PartScan]
  let counts: ManifestCounts
  private let recordings: [Recording]
  private let interruption: Interruption

  init(_ parts: [PartScan], interruption: Interruption) throws {
    try Self.check(parts)
    var recordings: [Recording] = []
    recordings.reserveCapacity(parts.reduce(0) { sum, part in sum + part.entries.count })
    for (number, part) in parts.enumerated() {
      part.forEachPath { entry, path in
        recordings.append(Recording(path: path, part: Int32(number), entry: Int32(entry)))
      }
    }
    try interruption.check()
    recordings.sort { one, other in one.path < other.path }
    self.parts = parts
    self.recordings = recordings
    self.interruption = interruption
    counts = parts.reduce(into: ManifestCounts()) { counts, part in counts.add(part.counts) }
  }

  private static func check(_ parts: [PartScan]) throws(RunFailure) {
    let first = parts[0]
    for part in parts {
      let one = first.part
      let other = part.part
      let hasSameSettings =
        part.facts.key == first.facts.key && part.settings == first.settings
        && part.facts.choices == first.facts.choices
      if !hasSameSettings {
        throw .partsOfOtherSettings(one.shard, other.shard)
      }
      if other.library != one.library {
        throw .partsOfOtherLibraries(one.shard, other.shard)
      }
    }
  }

  /// Throws if files of two parts would have one name in the output: each part saw only its own
  /// recordings.
  func refuseSharedNames(in output: borrowing Folder) throws(RunFailure) {
    let drawn = recordings.lazy.filter { recording in
      parts[Int(recording.part)].record(Int(recording.entry))?.isDecoded ?? false
    }
    let shared = SharedNames(among: drawn.map(\.path), in: output)
    // The first by path is reported.
    let first = shared.owners.min { one, other in one.key < other.key }
    if let first { throw .sharedName(first.key.bytes, first.value.bytes) }
  }

  /// Copies the files of parts that are in other folders; each is checked against the digest in its
  /// entry.
  func bringFiles(to whole: PartsFolder, _ output: OutputFolder) throws {
    for part in parts where part.folder !== whole {
      let source = try Folder(at: part.folder.output)
      for number in part.entries.indices {
        try interruption.check()
        for file in try part.files(of: number) {
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
      header: ManifestHeader(settings: settings, counts: counts).text,
      count: counts.files,
      last: try existing(at: path),
      named: named,
      interruption: interruption
    )
    let options = SettingsReader.optionsWithoutPrograms(in: try JSONValue(settings))
    let listsAlbums = options?.pictures.analyzes ?? false
    let pathToOutput = parts[0].folder.pathToOutput
    let albums = listsAlbums ? AlbumList(pathToOutput: pathToOutput) : nil
    return try commit.write(in: output, listing: albums) {
      { number throws(SystemFailure) in
        let recording = recordings[number]
        return .text(try parts[Int(recording.part)].text(Int(recording.entry)))
      }
    }
  }

  /// Returns the manifest of the whole that is there; nil if it is not as it was written.
  private func existing(at path: RawPath) throws -> StoredManifest? {
    guard let identity = try PreviousRun.status(of: path) else { return nil }
    let manifest = StoredManifest(path, identity)
    guard try manifest.isIntact(isStopped: { interruption.requested }) else { return nil }
    return manifest
  }

  /// Returns the records of the whole, and what the scans of the parts saw, so that an unsharded
  /// scan finds everything unchanged.
  func records(
    at entries: EntryRanges,
    for key: Sightings.Key
  ) -> (records: LedgerCommit.Records, sightings: SightingsBuilder) {
    var builder = LedgerRecordsBuilder(expecting: recordings.count)
    var sightings = SightingsBuilder(key, expecting: recordings.count)
    entries.forEach { number, range in
      let recording = recordings[number]
      let part = parts[Int(recording.part)]
      // A name that the crawl could not enter has an entry, and no record in any ledger.
      guard let record = part.record(Int(recording.entry)) else { return }
      let tables = part.records.tables
      builder.append(record, from: tables, recording.path, at: range)
      sightings.append(record.sighting(recording.path, from: tables, in: &sightings))
    }
    return (builder.sections(), sightings)
  }

  /// The facts of the whole, whose manifest is at this path from the output.
  func facts(with manifest: ContentDigest?, at manifestPath: RawPath) -> LedgerFacts {
    var facts = parts[0].facts
    facts.manifest = manifest
    facts.manifestPath = manifestPath
    facts.part = nil
    return facts
  }
}
