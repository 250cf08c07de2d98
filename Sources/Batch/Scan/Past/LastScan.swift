import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The last scan of an output, as far as the next one repeats it.
// The last one is that whose ledger has its name: a stopped scan counts, and a failed one does not.
enum LastScan {
  /// There is neither a ledger nor a manifest.
  case none
  /// What its ledger says, and the path from the output to its manifest.
  case known(LastOptions, manifest: RawPath)
  /// There is a manifest, and no ledger that is believed. The settings are those of the manifest; nil if
  /// they cannot be read.
  case lost(JSONValue?)

  /// Reads the ledger of this part, or else that of the whole; throws if it cannot be read.
  init(_ paths: ScanPaths, in output: OutputFolder?) throws(RunFailure) {
    var ledger = try paths.ledger(in: output)
    if ledger == nil {
      ledger = try paths.ledgerOfWhole(in: output)
    }
    let found = ledger
    let facts = try PreviousRun.reading { () throws(SystemFailure) -> LedgerFacts? in
      guard let output else { return nil }
      return try found?.trustedFacts(in: output.folder)
    }
    if let facts, let settings = JSONValue.reading(facts.settings) {
      let options = LastOptions(settings: settings, choices: facts.choices)
      self = .known(options, manifest: facts.manifestPath)
    } else {
      self = try Self.withoutLedger(paths)
    }
  }

  private static func withoutLedger(_ paths: ScanPaths) throws(RunFailure) -> LastScan {
    guard let manifest = try Self.manifest(paths) else { return .none }
    return .lost(try PreviousRun.reading(manifest.settings))
  }

  /// Returns the manifest of this part or of the whole, if wavethumb wrote it.
  private static func manifest(_ paths: ScanPaths) throws(RunFailure) -> StoredManifest? {
    for path in [paths.manifest, paths.wholeManifest] {
      guard let identity = try PreviousRun.status(of: path) else { continue }
      let manifest = StoredManifest(path, identity)
      let isOurs = try PreviousRun.reading { () throws(SystemFailure) in
        try manifest.isOurs(named: nil)
      }
      if isOurs { return manifest }
    }
    return nil
  }

  /// Returns the options of a scan that comes next, and what is to be said of them.
  func continued(
    by scan: ScanOptions,
    at paths: ScanPaths
  ) throws(RunFailure) -> (options: ScanOptions, note: RunNote?) {
    guard scan.repeatsLast else { return (scan, nil) }
    switch self {
    case .none: return (scan, nil)
    case .lost(let settings):
      let words = settings.map { settings in
        SettingsReader.words(of: LastOptions(settings: settings), except: scan.named)
      }
      if words == [] { return (scan, nil) }
      let command = words.map { words in paths.command(for: scan, with: words) }
      throw .optionsLost(paths.output.bytes, command: command)
    case .known(let last, let manifest):
      let answer = SettingsReader.options(in: last, for: scan)
      guard case .options(let options, let lacking) = answer else {
        return try Self.withoutLedger(paths).continued(by: scan, at: paths)
      }
      try Self.refuse(options, after: last, manifest: manifest, lacking: lacking, at: paths)
      let limitsFFmpeg = options.decoding.ffmpegOfLast != nil
      let unsaid = limitsFFmpeg ? scan.named.union(["ffmpeg"]) : scan.named
      let words = SettingsReader.words(of: last, except: unsaid)
      if words.isEmpty, !limitsFFmpeg { return (options, nil) }
      return (options, .asLastScan(words, limitsFFmpeg: limitsFFmpeg))
    }
  }

  /// Throws if the last scan had a font or a place for its manifest, which no ledger decides about.
  private static func refuse(
    _ options: ScanOptions,
    after last: LastOptions,
    manifest: RawPath,
    lacking: [String],
    at paths: ScanPaths
  ) throws(RunFailure) {
    var names: [String] = []
    var words: [[UInt8]] = []
    if options.manifest == nil, manifest != paths.fromOutputToManifest {
      names.append("--manifest")
      words += [Array("--manifest".utf8), paths.output.appending(manifest).bytes]
    }
    if lacking.contains("font") {
      names.append("--font")
      // A font is a choice of all that is drawn. Its path is in the manifest only.
      let file = try Self.manifest(paths)?.settingsIfReadable?["fontPath"]?.string ?? "FILE"
      let all = LastOptions(settings: last.settings, choices: options.choices)
      words += SettingsReader.words(of: all) + ["--font", file].map { word in Array(word.utf8) }
    }
    if names.isEmpty { return }
    throw .optionsNotRepeated(names, command: paths.command(for: options, with: words))
  }
}

extension StoredManifest {
  fileprivate var settingsIfReadable: JSONValue? { try? settings() }
}

extension LedgerFile {
  /// Returns the facts of a ledger in a folder if its owner may decide what a scan there does.
  // Whoever may write into a folder beside others could choose what they draw and publish.
  func trustedFacts(in folder: borrowing Folder) throws(SystemFailure) -> LedgerFacts? {
    guard try status.isTrusted(in: folder.status()) else { return nil }
    return try facts()
  }
}
