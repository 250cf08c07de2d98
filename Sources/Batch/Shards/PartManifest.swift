import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The manifest of one part, with the range of each entry.
struct PartManifest {
  struct Entry {
    let path: RawPath
    let status: OutcomeStatus
    let range: Range<Int>
    let hasData: Bool
  }

  let facts: PartFacts
  let generator: String
  let settings: [UInt8]
  let format: ManifestFormat
  /// In the order of path bytes.
  let entries: [Entry]
  let file: ManifestText
  let seal: ContentDigest
  /// The folder of its pictures.
  let output: RawPath
  let pathToOutput: RawPath
  private let ledgerName: RawPath
  /// The facts of its ledger; nil if an earlier release scanned the part.
  let ledgerFacts: LedgerFacts?

  /// Reads the manifest of a part; throws if it is invalid or a signal arrives.
  init(_ shard: Shard, in parts: PartsFolder, _ interruption: Interruption) throws {
    let name = PartFiles.manifest(of: shard, beside: parts.manifest.name)
    let path = parts.manifest.parent.appending(name)
    output = parts.output
    pathToOutput = parts.pathToOutput
    ledgerName = parts.ledgerName(of: shard).ledger
    ledgerFacts = try LedgerFile.opened(
      ledgerName, in: try Folder(at: parts.output), at: parts.output)?.facts()
    let status = try Folder(at: path.isAbsolute ? "/" : ".").status(
      of: path, followingLinks: false)
    guard status.kind == .file else { throw RunFailure.notAPart(path.bytes) }
    file = ManifestText(path, status.identity)
    do throws(ManifestFault) {
      var reader = try ManifestReader(path, pathToOutput: pathToOutput) { interruption.requested }
      let settings = ManifestHead.settings(in: reader.headText)
      let names = settings.flatMap(JSONValue.reading).flatMap(DerivedNames.init)
      let facts = PartFacts(reader["shard"])
      let isComplete = facts?.isComplete ?? true
      var entries: [Entry] = []
      while let element = try reader.next() {
        guard let entry = element.entry, let status = entry.status else { throw .broken }
        if let last = entries.last, !(last.path < entry.path) { throw .broken }
        // A part speaks of its own recordings only; sizes are dealt out, and cannot be checked here.
        guard facts?.order == .size || shard.owns(entry.path.bytes) else { throw .broken }
        // A part that is not complete is not joined, and may list files of other settings.
        guard !isComplete || names?.contain(filesOf: entry) ?? false else { throw .broken }
        let dataFiles = entry.made?.dataFiles ?? []
        entries.append(
          Entry(
            path: entry.path, status: status, range: element.range, hasData: !dataFiles.isEmpty))
      }
      // Of a manifest that another program has reformatted, members may follow the entries.
      guard let settings, let seal = reader.seal, let facts, facts == PartFacts(reader["shard"]),
        facts.shard == shard,
        let generator = reader["generator"]?.string
      else { throw .broken }
      self.settings = settings
      self.seal = seal
      self.facts = facts
      self.generator = generator
      self.entries = entries
      format = reader.format
    } catch {
      try interruption.check()
      throw RunFailure.notAPart(path.bytes)
    }
  }

  /// The key of what its scan saw.
  var sightings: Sightings.Key {
    Sightings.Key(
      library: facts.library, output: output.spelledFromRoot, ledger: ledgerName)
  }

  /// Returns the records of the part; nil if it has none.
  func records(_ cache: CacheFolder?) throws -> LedgerRecords? {
    // Opened again, as a merge of thousands of parts cannot hold the ledgers of all open.
    let ledger = try LedgerFile.opened(ledgerName, in: try Folder(at: output), at: output)
    guard let ledger, let records = try ledger.section(.records),
      let paths = try ledger.section(.paths), ledgerFacts != nil
    else { return nil }
    let seen = cache.flatMap { SightingsFile.load(sightings, from: $0) }
    return LedgerRecords(
      records: records, paths: paths, seal: ledger.head?.seal, sightings: seen)
  }

  /// Reads an entry again; nil if it has changed.
  func read(_ entry: Entry) throws(SystemFailure) -> ManifestEntry? {
    ManifestEntry(try file.bytes(entry.range), pathToOutput: pathToOutput)
  }

  /// Returns the data files of all entries.
  func dataFiles() throws(SystemFailure) -> [OwnedLine] {
    var lines: [OwnedLine] = []
    for entry in entries where entry.hasData {
      lines += try read(entry)?.ownedLines ?? []
    }
    return lines
  }
}

/// The names that the files of a recording have with the settings of a part.
///
/// A part may list anything as a file of a recording, also `.htaccess` or `index.html`: a file with
/// another name than a scan would give it is not believed.
private struct DerivedNames {
  private let plan: OutputPlan

  /// Returns nil if no scan writes such settings.
  init?(_ settings: JSONValue) {
    guard var options = SettingsReader.optionsWithoutPrograms(settings) else { return nil }
    // Beside a page there are strips, which the settings do not name.
    options.keepsStrips = true
    plan = OutputPlan(options.pictures, formats: options.formats)
  }

  func contain(filesOf entry: ManifestEntry) -> Bool {
    let files = entry.files
    if files.isEmpty { return true }
    guard !entry.isStale, CandidateName.isRecording(entry.path) else { return false }
    let names = plan.names(of: entry.path) + [entry.made?.cover?.art?.copyPath].compactMap(\.self)
    return files.allSatisfy { names.contains($0.path.path) }
  }
}
