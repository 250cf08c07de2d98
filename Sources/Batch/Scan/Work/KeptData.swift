import Outputs
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

/// The data files of the last run.
extension RecordingWork {
  private var lastData: [DataFile] { plan.place(job.index).map(plan.previous.dataFiles) ?? [] }

  /// Returns the data files of the last run that still exist and can be kept.
  ///
  /// Only the data of the same content, with the same settings, need not be made again.
  func keptData(_ digest: ContentDigest) -> [RawPath: WrittenFile] {
    guard tools.making.needs.points != nil, !tools.redoesAll else { return [:] }
    let last = lastData
    var kept: [RawPath: WrittenFile] = [:]
    for output in tools.making.outputs {
      let name = OutputPlan.name(of: path, output)
      if let key = output.key, digest == plan.lastDigest(job),
        let file = last.first(where: { $0.path?.path == name && $0.key == key })?.file,
        tools.files.isIntact(name), tools.output.folder.fileSize(of: name) == Int64(file.bytes)
      {
        kept[name] = file
      }
    }
    return kept
  }

  /// Whether all data that cannot be made from a cached measurement is kept.
  func needsNoPoints(_ kept: [RawPath: WrittenFile]) -> Bool {
    tools.making.outputs.allSatisfy { output in
      output.needs.points == nil || kept[OutputPlan.name(of: path, output)] != nil
    }
  }
}
