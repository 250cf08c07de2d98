import Glibc
import Outputs
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Compares an output with its ledger and manifest: the manifest with the digest in the ledger, every
/// picture and data file with the digest in the manifest.
// The ledger has the sizes of pictures, by which a scan knows them; their digests are in the manifest
// only. Its owned lines have digests of data files, but also name files of earlier options, which may
// belong to somebody else by now.
struct VerifyRun: Sendable {
  private let options: VerifyOptions
  private let report: Report
  private let interruption: Interruption
  /// The output, also if its library is named.
  private let output: RawPath

  /// The state of an output: its manifest and its facts, and its damaged and missing files.
  private struct Findings {
    var manifest: RawPath
    var files = 0
    var damaged: [ListedFile] = []
    /// The damaged files that a manifest names as a scan would, so that their size proves them ours.
    var removable: [ListedFile] = []
    /// The copies of album art that were read; several recordings may share one.
    var seenCopies: Set<RelativePath> = []
    var missing = 0
    var settings: JSONValue?
    /// Whether album art was searched for.
    var hasCovers = false
    /// What the ledger of the output says of the last run.
    var facts: LedgerFacts?
    /// What the last run chose besides its settings.
    var choices: [RememberedChoice] = []
    var isManifestWhole = true

    var isWhole: Bool { isManifestWhole && damaged.isEmpty && missing == 0 }
  }

  init(_ options: VerifyOptions, report: Report, interruption: Interruption) {
    let named = RawPath(bytes: options.output)
    // A folder that cannot be opened is reported when it is read.
    output = (try? OutputManifest.output(named: named)) ?? named
    self.options = options
    self.report = report
    self.interruption = interruption
  }

  func run() -> ExitStatus {
    do {
      if options.repairs {
        try CacheFolder.refuseForeign(options.scan.cache)
      }
      let folder = try Folder(at: output)
      if options.listsForeign { return try printForeign(in: folder) }
      let findings = try examined(folder)
      if interruption.requested { return interruption.exitStatus() }
      report.say(
        .verified(
          files: findings.files,
          damaged: findings.damaged.count,
          missing: findings.missing
        )
      )
      var areRotten = false
      if let share = options.recordings {
        areRotten = try hasRottenRecordings(of: share, findings, folder)
      }
      if interruption.requested { return interruption.exitStatus() }
      if findings.isWhole { return areRotten ? .stale : .success }
      guard options.repairs else { return .stale }
      let status = try repaired(findings, in: folder)
      if areRotten && status == .success { return .stale }
      return status
    } catch {
      if interruption.isCause(of: error) { return interruption.exitStatus() }
      return report.fail(after: error, isWriting: false)
    }
  }

  /// Prints the files that have names of outputs and that nothing proves ours, each with a NUL byte.
  private func printForeign(in folder: borrowing Folder) throws -> ExitStatus {
    let owned = OutputFolder(try folder.folder("."), names: .whole) { [interruption] in
      interruption.requested
    }
    var channel = OutputChannel.standardOutput
    for file in try OutputInventory(folder, except: { _ in false }).unlisted {
      if interruption.requested { return interruption.exitStatus() }
      // The manifest is named like the data of a recording without an extension.
      let isNamed = OutputInventory.recording(of: file).map(CandidateName.isRecording) ?? false
      guard isNamed, !owned.isDisposable(file) else { continue }
      channel.write(output.appending(file).bytes + [0])
    }
    channel.flush()
    if let number = channel.failure { throw RunFailure.standardOutputLost(errno: number) }
    return .success
  }

  /// Finds the manifest that the ledger names, and examines it with the files that it lists.
  private func examined(_ folder: borrowing Folder) throws -> Findings {
    var findings = Findings(manifest: OutputManifest.name)
    let name = LedgerName.whole.ledger
    let ledger = try LedgerFile.opened(name, in: folder, at: output) { [interruption] in
      interruption.requested
    }
    findings.facts = try ledger?.facts()
    findings.choices = try ledger?.trustedFacts(in: folder)?.choices ?? []
    if let path = findings.facts?.manifestPath, path != findings.manifest {
      throw RunFailure.manifestElsewhere(output.bytes, manifest: path.bytes)
    }
    if findings.facts != nil, try folder.statusIfPresent(of: findings.manifest) == nil {
      findings.settings = try namedSettings(findings)
      findings.isManifestWhole = false
      findings.missing += 1
      report.say(.missing(findings.manifest.bytes))
      return findings
    }
    let manifest = try manifest(findings, folder)
    try examineEntries(of: manifest, in: folder, into: &findings)
    if !findings.isManifestWhole, !interruption.requested {
      report.say(.damaged(findings.manifest.bytes))
      // The settings in a damaged manifest may be damaged too.
      findings.settings = try namedSettings(findings) ?? findings.settings
    }
    return findings
  }

  /// Examines the files of all entries, and whether the manifest is whole and the one that the ledger
  /// names. After a signal, neither is known.
  private func examineEntries(
    of manifest: StoredManifest,
    in folder: borrowing Folder,
    into findings: inout Findings
  ) throws {
    do throws(ManifestFault) {
      var reader = try ManifestReader(output.appending(findings.manifest)) {
        interruption.requested
      }
      // By the settings of the ledger: a manifest may come from anywhere.
      let settings = findings.facts.flatMap { facts in JSONValue.reading(facts.settings) }
      let names = settings.flatMap(DerivedNames.init)
      var count = 0
      var hasForeignEntries = false
      while let element = try reader.next() {
        count += 1
        if let entry = element.entry {
          if entry.facts?.cover != nil {
            findings.hasCovers = true
          }
          examine(entry, in: folder, named: names, into: &findings)
        } else {
          // No scan writes it: a member is missing, or a file is named that is outside of the output.
          hasForeignEntries = true
        }
        if interruption.requested { return }
      }
      findings.settings = reader["settings"]
      // A whole manifest of another run is not the one of this output. Without a ledger, its own digest is
      // all there is.
      var isNamed = true
      if let named = findings.facts?.manifest {
        isNamed = reader.trailerDigest == named
      }
      let hasAll = !hasForeignEntries && reader["counts"]?["files"]?.int == count
      findings.isManifestWhole = reader.trailerDigest != nil && isNamed && hasAll
    } catch {
      if case .unreadable(let failure) = error { throw failure }
      findings.isManifestWhole = false
      findings.settings = try manifest.settings()
    }
  }

  private func examine(
    _ entry: ManifestEntry,
    in folder: borrowing Folder,
    named names: DerivedNames?,
    into findings: inout Findings
  ) {
    let damagedBefore = findings.damaged.count
    for file in entry.files {
      if interruption.requested { return }
      // Recordings of an album share one copy of its art, which is read once.
      if file.path == entry.facts?.cover?.art?.copy?.path {
        if findings.seenCopies.insert(file.path).inserted {
          examine(file, in: folder, into: &findings)
        }
      } else {
        examine(file, in: folder, into: &findings)
      }
    }
    if names?.contain(filesOf: entry) ?? false {
      findings.removable += findings.damaged[damagedBefore...]
    }
  }

  /// Returns the settings that the ledger names.
  private func namedSettings(_ findings: Findings) throws -> JSONValue? {
    guard let facts = findings.facts else { return nil }
    return try JSONValue(facts.settings)
  }

  /// Returns the manifest; throws if it is another program's.
  private func manifest(
    _ findings: Findings,
    _ folder: borrowing Folder
  ) throws -> StoredManifest {
    let manifest = output.appending(findings.manifest)
    let status = try folder.status(of: findings.manifest, followingLinks: false)
    guard status.kind == .file else { throw RunFailure.foreignManifest(manifest.bytes) }
    let last = StoredManifest(manifest, status.identity)
    guard try last.isOurs(named: findings.facts?.manifest) else {
      throw RunFailure.foreignManifest(manifest.bytes)
    }
    return last
  }

  /// Counts a file, and reports it unless it is intact.
  private func examine(
    _ file: ListedFile,
    in folder: borrowing Folder,
    into findings: inout Findings
  ) {
    findings.files += 1
    let condition: ListedFile.Condition?
    do throws(SystemFailure) {
      condition = try file.condition(in: folder, cancel: interruption)
    } catch {
      // A file that cannot be read counts as damaged.
      condition = .damaged
    }
    switch condition {
    case .whole, nil: break
    case .missing:
      findings.missing += 1
      report.say(.missing(file.path.path.bytes))
    case .damaged:
      findings.damaged.append(file)
      report.say(.damaged(file.path.path.bytes))
    }
  }

  /// What the content of a recording shows.
  private enum RecordingCondition {
    case whole
    /// Whole, and the samples have the checksum of the file.
    case proven
    /// The content has changed, but neither the size, nor the time beyond that of the manifest.
    case rotten
    /// The samples differ from the checksum in the file.
    case mismatched
    /// Edited or deleted since the scan.
    case changed
  }

  /// Reads each recording of a share whose digest is in the manifest, and returns whether one is damaged.
  private func hasRottenRecordings(
    of share: Shard,
    _ findings: Findings,
    _ folder: borrowing Folder
  ) throws -> Bool {
    let library = try Folder(at: try library())
    let written = try folder.status(of: findings.manifest).identity.modified
    var read = 0
    var rotten = 0
    var others = 0
    var withChecksum = 0
    let checksums = ChecksumCheck(
      options.scan.recordings.decoding,
      interruption: interruption
    )
    defer { checksums.end() }
    try ManifestReader.forEach(
      in: output.appending(findings.manifest),
      until: { interruption.requested }
    ) { entry in
      // By a hash of the path: the shares of other nights have the others, whatever is added meanwhile.
      guard share.owns(entry.path.bytes) else { return }
      let condition = condition(of: entry, in: library, asOf: written, checksums: checksums)
      switch condition {
      case .whole:
        read += 1
      case .proven:
        read += 1
        withChecksum += 1
      case .rotten:
        read += 1
        rotten += 1
        report.say(.rotten(entry.path.bytes))
      case .mismatched:
        read += 1
        rotten += 1
        withChecksum += 1
        report.say(.mismatched(entry.path.bytes))
      case .changed:
        others += 1
      case nil: break
      }
    }
    report.say(
      .recordings(read: read, rotten: rotten, others: others, withChecksum: withChecksum)
    )
    return rotten > 0
  }

  /// Reads a recording and compares it with its entry; nil if the entry has no digest, and after a
  /// signal. `written` is the time of the manifest.
  // A recording that was edited has another size or a later time, and is stale and not rotten: the next
  // scan draws it. What rots keeps both, so that no scan ever looks at it.
  private func condition(
    of entry: ManifestEntry,
    in library: borrowing Folder,
    asOf written: Int64,
    checksums: ChecksumCheck
  ) -> RecordingCondition? {
    guard let digest = entry.digest, let bytes = entry.bytes else { return nil }
    do throws(SystemFailure) {
      let file = try library.open(entry.path)
      let identity = try file.status(entry.path).identity
      guard Int(identity.size) == bytes, identity.modified <= written else { return .changed }
      let found = try file.contentDigest(entry.path, cancel: interruption)
      guard let found else { return nil }
      if found != digest { return .rotten }
      switch checksums.isRight(entry, descriptor: file.number) {
      case true?: return .proven
      case false?: return .mismatched
      case nil: return .whole
      }
    } catch {
      // A recording that cannot be read to its end is damaged; a deleted one is not.
      if error.errno == ENOENT { return .changed }
      return .rotten
    }
  }

  /// Replaces damaged files by a scan with the options stored in the manifest.
  private func repaired(
    _ findings: Findings,
    in folder: borrowing Folder
  ) throws -> ExitStatus {
    var scan = options.scan
    scan.library = try library().bytes
    // The library may have been named instead of the output.
    scan.output = output.bytes
    let last = findings.settings.map { settings in
      LastOptions(settings: settings, choices: findings.choices)
    }
    scan = try scan.repeating(last, of: output.bytes)
    // The entries of a scan with a page have the art that it shows. Without its ledger a page stays as it is,
    // since it shows a manifest of the same bytes.
    scan.keepsCovers = try findings.hasCovers && PageStamp.found(PageFile.name, in: folder).isOurs
    let kept = try removeDamaged(findings, in: folder)
    let report = Report(scan)
    let start = try ScanStart(scan, report: report, interruption: interruption)
    let status = ScanRun(start, report: report, interruption: interruption).run()
    guard status == .success else { return status }
    return try reportKept(kept, in: folder) ? .someFailed : .success
  }

  /// Removes damaged files that are ours, so that the scan that follows makes them again; returns the
  /// other damaged files.
  private func removeDamaged(
    _ findings: Findings,
    in folder: borrowing Folder
  ) throws -> [ListedFile] {
    // Release the lock at the end; the scan takes it.
    let lock = try OutputLock.acquired(in: folder, output)
    defer { withExtendedLifetime(lock) {} }
    let output = OutputFolder(try folder.folder("."), names: .whole) { [interruption] in
      interruption.requested
    }
    if !findings.isManifestWhole {
      try OutputManifest.remove(findings.manifest, named: findings.facts?.manifest, from: folder)
      // Nothing says any more which size a file without a mark has to have.
      return findings.damaged
    }
    var kept = findings.damaged
    for file in findings.removable where try output.removeDamaged(file) {
      kept.removeAll { other in other.path == file.path }
    }
    return kept
  }

  /// Reports the files that are still damaged: they may belong to another program.
  private func reportKept(
    _ files: [ListedFile],
    in folder: borrowing Folder
  ) throws(SystemFailure) -> Bool {
    var isAnyKept = false
    for file in files where try file.condition(in: folder, cancel: interruption) == .damaged {
      report.say(.notOurs(output.appending(file.path.path).bytes))
      isAnyKept = true
    }
    return isAnyKept
  }

  /// Returns the folder of the recordings: the given one, or the parent of `.wavethumb`.
  private func library() throws(RunFailure) -> RawPath {
    if let named = options.library { return RawPath(bytes: named) }
    return try ScanPaths.library(around: output)
  }
}

extension ScanOptions {
  /// Returns the options of the last scan of an output, except for those that are named; throws if they are
  /// unknown, or need options that are not given.
  func repeating(_ last: LastOptions?, of output: [UInt8]) throws(RunFailure) -> ScanOptions {
    guard let last,
      case .options(let options, let lacking) = SettingsReader.options(in: last, for: self)
    else { throw .unknownSettings(output) }
    guard lacking.isEmpty else {
      throw .optionsNotGiven(output, lacking.map { name in "--\(name)" })
    }
    return options
  }
}

extension ListedFile {
  enum Condition: Sendable { case whole, missing, damaged }

  /// Reads the file and compares it with its entry; nil after a signal.
  func condition(
    in folder: borrowing Folder,
    cancel: Interruption
  ) throws(SystemFailure) -> Condition? {
    let opened: Descriptor
    do throws(SystemFailure) {
      let parent = try folder.parent(of: path)
      let status = try parent.status(of: path.name, followingLinks: false)
      // Another size shows the damage without reading the file, which may be sparse and of any size.
      guard status.kind == .file, status.identity.size == Int64(file.bytes) else {
        return .damaged
      }
      opened = try parent.open(path.name, followingLinks: false)
    } catch {
      if error.isMissing { return .missing }
      throw error
    }
    let found = try opened.writtenFile(kind, at: path.path, cancel: cancel)
    guard let found else { return nil }
    if found == file { return .whole }
    return .damaged
  }
}
