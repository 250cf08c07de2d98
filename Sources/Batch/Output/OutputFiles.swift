import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The files that each recording has in the output.
struct OutputFiles: Sendable {
  /// The output, or nil if it does not exist yet.
  let output: OutputFolder?
  let outputPlan: OutputPlan
  /// Files known to be damaged although their size is right, and recordings with damaged album art.
  var damaged: Set<RawPath> = []

  func names(of recording: RawPath, by record: PackedRecord) -> [RawPath] {
    if record.isDecoded { return outputPlan.names(of: recording) }
    if record.sizeCount == 0 { return [] }
    return placeholders(of: recording)
  }

  /// Whether every file exists with the size that the last run recorded; a recording with a problem
  /// may have placeholders.
  // By size and not by digest: reading 100,000 pictures at each run would take longer than anything
  // else that it does. `verify` reads them.
  func areWhole(
    of recording: RawPath,
    sizes: ArraySlice<UInt32>,
    problem: ManifestProblem? = nil
  ) -> Bool {
    guard isIntact(recording) else { return false }
    guard let problem else { return areThere(outputPlan.names(of: recording), sizes: sizes) }
    let names = placeholders(of: recording)
    if names.isEmpty || !problem.mayHavePlaceholder { return true }
    return areThere(names, sizes: sizes)
  }

  private func areThere(_ names: [RawPath], sizes: ArraySlice<UInt32>) -> Bool {
    guard let output, names.count == sizes.count else { return false }
    return zip(names, sizes).allSatisfy { name, size in
      guard isIntact(name) else { return false }
      let found = output.folder.fileSize(of: name)
      if size == RecordTables.sizeOfNoFile { return found == nil }
      return found == Int64(size)
    }
  }

  /// Whether the file is not known to be damaged.
  func isIntact(_ name: RawPath) -> Bool { damaged.isEmpty || !damaged.contains(name) }

  /// The placeholders of a recording without pictures.
  private func placeholders(of recording: RawPath) -> [RawPath] {
    guard outputPlan.options.makesPlaceholders ?? false else { return [] }
    return outputPlan.pictures.map { picture in OutputPlan.name(of: recording, picture) }
  }
}
