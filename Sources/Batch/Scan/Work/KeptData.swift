import Outputs
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

/// The data files of the last run.
extension RecordingWork {
  private var lastData: [DataFile] {
    guard let index = plan.ledgerIndex(job.index) else { return [] }
    return plan.previous.dataFiles(index)
  }

  /// Returns the data files of the last run that still exist and can be kept.
  ///
  /// Only the data of the same content, with the same settings, need not be made again.
  // Pictures are drawn from a cached measurement in a millisecond. Points are not in the cache, and
  // data that needs them would have the recording decoded again for each change of a color.
  func keptData(_ digest: ContentDigest) -> [RawPath: WrittenFile] {
    guard context.outputPlan.needs.points != nil, !context.redoesAll else { return [:] }
    guard digest == plan.lastDigest(job) else { return [:] }
    let last = lastData
    var kept: [RawPath: WrittenFile] = [:]
    for output in context.outputPlan.outputs {
      guard let key = output.key else { continue }
      let name = OutputPlan.name(of: path, output)
      // The key says which options shaped the data: another file of that name is of other options.
      let listed = last.first { data in data.path?.path == name && data.key == key }
      guard let listed, let file = listed.file else { continue }
      if exists(listed, of: file.bytes) {
        kept[name] = file
      }
    }
    return kept
  }

  /// Whether a data file is there as the last run left it.
  // Its size is all that is looked at: `verify` is there to read it.
  private func exists(_ data: DataFile, of bytes: Int) -> Bool {
    guard let listed = data.listed else { return false }
    if plan.previous.filesMayDiffer { return context.output.containsExactly(listed) }
    return context.output.folder.fileSize(of: listed.path.path) == Int64(bytes)
  }

  /// Whether all data that cannot be made from a cached measurement is kept.
  func needsNoPoints(_ kept: [RawPath: WrittenFile]) -> Bool {
    context.outputPlan.outputs.allSatisfy { output in
      output.needs.points == nil || kept[OutputPlan.name(of: path, output)] != nil
    }
  }
}
