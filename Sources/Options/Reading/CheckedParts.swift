import WavethumbSystem

/// Converts read options of parts and of their merge to checked ones.
extension OptionDraft {
  /// Returns the requested part of the library; rejects options that apply to the whole.
  func part(of options: ScanOptions) throws(UsageError) -> Shard? {
    guard let shard else { return nil }
    // A part cannot know what is unlisted, stale or gone in the whole.
    if options.prune != .nothing { throw .combination(.ofMerge("prune")) }
    if options.onlyChecks { throw .combination(.ofMerge("check")) }
    if writesPage { throw .combination(.ofMerge("page")) }
    // Recordings of other parts may be in the same folder.
    if !expectations.isEmpty { throw .exclusive("expect", "shard") }
    return shard
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
    finish.recordings = recordings
    finish.cache = cache
    finish.isStrict = options.isStrict
    finish.verbosity = verbosity
    return finish
  }
}
