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
    var compared = 0
    lines = try parts.indices
      .flatMap { part in parts[part].entries.map { (part: part, entry: $0) } }
      .sorted {
        compared += 1
        if compared & 0xFFF == 0 {
          try interruption.check()
        }
        return $0.entry.path < $1.entry.path
      }
    for (one, other) in zip(lines, lines.dropFirst()) where one.entry.path == other.entry.path {
      throw RunFailure.pathInTwoParts(one.entry.path.bytes)
    }
    counts = lines.reduce(into: ManifestCounts()) { $0.count($1.entry.status) }
    format = parts[0].format
    head = ManifestHead(settings: parts[0].settings, counts: counts).text(format)
  }

  /// Throws if files of two parts would have one name in the output: each part saw only its own
  /// recordings.
  func refuseSharedNames(in output: borrowing Folder) throws(RunFailure) {
    let recordings = lines.lazy.filter { $0.entry.status == .ok }.map(\.entry.path)
    let shared = SharedNames(among: recordings, in: output).owners
    if let first = shared.min(by: { $0.key < $1.key }) {
      throw .sharedName(first.key.bytes, first.value.bytes)
    }
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
    to place: RawPath, named: ContentDigest?, _ output: OutputFolder
  ) throws -> JoinedManifest {
    let folder = try Folder(at: place.parent)
    if let there = try standing(at: place, named: named) { return there }
    try output.folder.syncFileSystem()
    let options = SettingsReader.optionsWithoutPrograms(try JSONValue(parts[0].settings))
    var manifest = try ManifestFile(
      head, format, as: place.name, in: folder, last: nil,
      albums: options?.pictures.analyzes ?? false ? AlbumList(way: parts[0].way) : nil)
    var entries: [Range<Int>] = []
    entries.reserveCapacity(lines.count)
    for line in lines.indices {
      try interruption.check()
      entries.append(try manifest.append(.text(try text(line))))
    }
    let digest = try manifest.commit()
    let identity = try folder.status(of: place.name).identity
    return JoinedManifest(entries: entries, identity: identity, digest: digest)
  }

  private func text(_ line: Int) throws(SystemFailure) -> [UInt8] {
    try parts[lines[line].part].file.bytes(lines[line].entry.range)
  }

  /// Returns the ranges in an existing equal manifest; nil if it differs.
  private func standing(
    at place: RawPath, named: ContentDigest?
  ) throws -> JoinedManifest? {
    guard let identity = try PreviousRun.status(of: place) else { return nil }
    let last = ManifestText(place, identity)
    guard try last.isOurs(named: named) else { throw RunFailure.foreignManifest(place.bytes) }
    let entries = try ManifestComparison.places(
      head, format, lines.count, in: last, stopped: { interruption.requested }
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
    _ entries: [Range<Int>], for place: Sightings.Place, _ cache: CacheFolder?
  ) throws -> (records: LedgerCommit.Records, sightings: SightingsBuilder)? {
    var indexes: [LedgerRecords] = []
    for part in parts {
      guard let index = try part.records(cache) else { return nil }
      indexes.append(index)
    }
    var walks = indexes.map(LedgerWalk.init)
    var builder = LedgerRecordsBuilder(expecting: entries.count)
    var sightings = SightingsBuilder(place, expecting: entries.count)
    for (line, range) in zip(lines, entries) {
      guard let place = walks[line.part].find(line.entry.path) else { continue }
      let index = indexes[line.part]
      let path = line.entry.path
      if builder.append(index[place], from: index.tables, path, at: range) {
        let sighting = index[place].sighting(path, from: index.tables, in: &sightings)
        sightings.append(sighting)
      }
    }
    return ((consume builder).sections(), sightings)
  }

  /// The sightings of the parts in the cache, which those of the whole replace.
  var sightings: [Sightings.Place] { parts.map(\.sightings) }

  /// The library that all parts are of.
  var library: RawPath { parts[0].facts.library }
}
