import Outputs
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The manifest of the whole: the range of each entry, and the digest at its end.
struct JoinedManifest {
  let entries: [Range<Int>]
  let identity: FileIdentity
  let digest: ContentDigest?
}

/// The parts of one whole, in the order of their paths.
struct JoinedParts {
  let counts: ManifestCounts
  private let parts: [PartManifest]
  private let lines: [(part: Int, entry: PartManifest.Entry)]
  let format: ManifestFormat
  private let head: [UInt8]

  private let interruption: Interruption

  init(_ parts: [PartManifest], _ interruption: Interruption) throws {
    try Self.check(parts)
    self.parts = parts
    self.interruption = interruption
    lines = try Self.sortedLines(of: parts, interruption)
    for (one, other) in zip(lines, lines.dropFirst()) where one.entry.path == other.entry.path {
      throw RunFailure.pathInTwoParts(one.entry.path.bytes)
    }
    counts = lines.reduce(into: ManifestCounts()) { $0.count($1.entry.status) }
    format = parts[0].format
    head = ManifestHead(settings: parts[0].settings, counts: counts).text(format)
  }

  /// Returns the entries of all parts in the order of their paths.
  // Parts by path could be put behind each other, but those by size have neighbors of all paths.
  private static func sortedLines(
    of parts: [PartManifest], _ interruption: Interruption
  ) throws -> [(part: Int, entry: PartManifest.Entry)] {
    let lines = parts.indices.flatMap { part in
      parts[part].entries.map { (part: part, entry: $0) }
    }
    var compared = 0
    return try lines.sorted { one, other in
      compared += 1
      // A guess: 4,096 comparisons take about a millisecond.
      if compared & 0xFFF == 0 {
        try interruption.check()
      }
      return one.entry.path < other.entry.path
    }
  }

  /// Throws if files of two parts would have one name in the output: each part saw only its own
  /// recordings.
  func refuseSharedNames(in output: borrowing Folder) throws(RunFailure) {
    let recordings = lines.lazy.filter { $0.entry.status == .ok }.map(\.entry.path)
    let shared = SharedNames(among: recordings, in: output).owners
    let first = shared.min { $0.key < $1.key }
    if let first { throw .sharedName(first.key.bytes, first.value.bytes) }
  }

  private static func check(_ parts: [PartManifest]) throws(RunFailure) {
    let first = parts[0]
    for part in parts {
      let facts = part.facts
      let shard = part.facts.shard
      guard part.generator == Generator.name else {
        throw .partOfOtherVersion(shard, generator: part.generator)
      }
      if !facts.isComplete { throw .partUnfinished(shard) }
      if part.settings != first.settings || part.format != first.format {
        throw .partsOfOtherSettings(first.facts.shard, shard)
      }
      if facts.library != first.facts.library {
        throw .partsOfOtherLibraries(first.facts.shard, shard)
      }
      if facts.order != first.facts.order || facts.listing != first.facts.listing {
        throw .partsOfOtherListings(first.facts.shard, shard)
      }
    }
  }

  /// Writes the manifest of the whole, unless it exists already, and returns the range of each
  /// entry.
  ///
  /// `named` is the digest of the manifest that the ledger of the whole names.
  func write(
    to path: RawPath, named: ContentDigest?, _ output: OutputFolder
  ) throws -> JoinedManifest {
    let folder = try Folder(at: path.parent)
    if let same = try existing(at: path, named: named) { return same }
    // As in a scan, files are on the disk before the manifest names them.
    try output.folder.syncFileSystem()
    let options = SettingsReader.optionsWithoutPrograms(try JSONValue(parts[0].settings))
    let listsAlbums = options?.pictures.analyzes ?? false
    let albums = listsAlbums ? AlbumList(pathToOutput: parts[0].pathToOutput) : nil
    var manifest = try ManifestFile(
      head, format, as: path.name, in: folder, last: nil, albums: albums)
    var entries: [Range<Int>] = []
    entries.reserveCapacity(lines.count)
    for line in lines.indices {
      try interruption.check()
      entries.append(try manifest.append(.text(try text(line))))
    }
    let digest = try manifest.commit()
    let identity = try folder.status(of: path.name).identity
    return JoinedManifest(entries: entries, identity: identity, digest: digest)
  }

  private func text(_ line: Int) throws(SystemFailure) -> [UInt8] {
    try parts[lines[line].part].file.bytes(lines[line].entry.range)
  }

  /// Returns the ranges in an existing equal manifest; nil if it differs.
  private func existing(
    at path: RawPath, named: ContentDigest?
  ) throws -> JoinedManifest? {
    guard let identity = try PreviousRun.status(of: path) else { return nil }
    let last = ManifestText(path, identity)
    guard try last.isOurs(named: named) else { throw RunFailure.foreignManifest(path.bytes) }
    let entries = try ManifestComparison.ranges(
      head: head, format: format, count: lines.count, in: last,
      isStopped: { interruption.requested }
    ) { index throws(SystemFailure) in
      .text(try text(index))
    }
    let digest = try last.seal()
    return entries.map { JoinedManifest(entries: $0, identity: identity, digest: digest) }
  }

  /// Returns the facts of the whole; nil if a part has none, or machines have other versions of
  /// programs.
  func facts(with manifest: ContentDigest?) -> LedgerFacts? {
    guard var facts = parts[0].ledgerFacts else { return nil }
    facts.manifest = manifest
    return parts.allSatisfy { $0.ledgerFacts?.key == facts.key } ? facts : nil
  }

  /// Returns the records of the whole, and what the scans of the parts saw, so that an unsharded
  /// scan finds everything unchanged; nil if a part has no records.
  func records(
    _ entries: [Range<Int>], for key: Sightings.Key, _ cache: CacheFolder?
  ) throws -> (records: LedgerCommit.Records, sightings: SightingsBuilder)? {
    var partRecords: [LedgerRecords] = []
    for part in parts {
      guard let records = try part.records(cache) else { return nil }
      partRecords.append(records)
    }
    var walks = partRecords.map(LedgerWalk.init)
    var builder = LedgerRecordsBuilder(expecting: entries.count)
    var sightings = SightingsBuilder(key, expecting: entries.count)
    for (line, range) in zip(lines, entries) {
      guard let index = walks[line.part].find(line.entry.path) else { continue }
      let records = partRecords[line.part]
      let path = line.entry.path
      if builder.append(records[index], from: records.tables, path, at: range) {
        let sighting = records[index].sighting(path, from: records.tables, in: &sightings)
        sightings.append(sighting)
      }
    }
    return ((consume builder).sections(), sightings)
  }

  /// The sightings of the parts in the cache, which those of the whole replace.
  var sightings: [Sightings.Key] { parts.map(\.sightings) }

  /// The library that all parts are of.
  var library: RawPath { parts[0].facts.library }
}
