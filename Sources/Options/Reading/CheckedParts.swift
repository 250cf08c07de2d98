import WavethumbSystem

/// Converts read options of parts and of their merge to checked ones.
extension OptionDraft {
  /// Rejects options that apply to the whole library if only a part of it is scanned.
  func refuseForPart() throws(UsageError) {
    if shard == nil { return }
    // A part cannot know what is unlisted, stale or gone in the whole.
    if scan.prune != .nothing { throw .combination(.ofMerge("prune")) }
    if scan.onlyChecks { throw .combination(.ofMerge("check")) }
    if writesPage { throw .combination(.ofMerge("page")) }
    // Recordings of other parts may be in the same folder.
    if !expectations.isEmpty { throw .exclusive("expect", "shard") }
  }

  func merge(_ outputs: [[UInt8]]) throws(UsageError) -> MergeOptions {
    var options = merge
    options.outputs = outputs
    if outputs.count > 1 {
      if options.output == nil { throw .combination(.needsOutput(outputs[1])) }
      if options.manifest != nil { throw .exclusive("manifest", "output") }
    }
    options.cache = cache
    options.verbosity = verbosity
    options.finish = try finish(of: options)
    return options
  }

  /// Returns the scan that applies the options for the whole library, with everything unchanged.
  private func finish(of options: MergeOptions) throws(UsageError) -> ScanOptions? {
    let page = try checkedPage()
    let prunes = scan.prune != .nothing
    guard prunes || scan.onlyChecks || writesPage else { return nil }
    if scan.onlyChecks, prunes { throw .exclusive("check", "prune") }
    var finish = scan
    finish.library = verify.library ?? []
    finish.output = options.target
    finish.manifest = options.manifest
    finish.page = page
    finish.named = named.subtracting(SettingsReader.granted)
    finish.choices = choices
    finish.recordings = recordings
    finish.cache = cache
    finish.isStrict = options.isStrict
    finish.verbosity = verbosity
    return finish
  }
}
