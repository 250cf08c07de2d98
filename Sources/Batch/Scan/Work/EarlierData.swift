import Bytes
import Library
import Outputs
import System

extension OutputFolder {
  /// Notes the data files that an earlier run wrote for one recording.
  func addEarlier(_ files: [DataFile]) {
    for data in files {
      if let path = data.path, let file = data.file { addEarlier([path: [file]]) }
    }
  }
}

extension RecordingWork {
  private var lastData: [DataFile] { plan.place(job.index).map(plan.previous.dataFiles) ?? [] }

  /// Registers the data files of the last run as ours: they contain no mark.
  func registerPreviousFiles() { tools.output.addEarlier(lastData) }

  /// The data that the last run made of this recording, as far as it is there still.
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
        tools.files.isIntact(name),
        tools.output.folder.fileSize(of: name) == Int64(file.bytes)
      {
        kept[name] = file
      }
    }
    return kept
  }

  /// Whether all that a summary cannot give is there already.
  func needsNoPoints(_ kept: [RawPath: WrittenFile]) -> Bool {
    tools.making.outputs.allSatisfy { output in
      output.needs.points == nil || kept[OutputPlan.name(of: path, output)] != nil
    }
  }
}

/// Data files of earlier runs that this manifest does not list. They contain no mark; the cache and
/// the last manifest show that they are ours.
struct UnlistedData {
  private let output: OutputFolder
  private let cache: SummaryCache?
  private let place: RawPath
  /// The files that the cache lists.
  private let kept: [RelativePath: Set<WrittenFile>]

  /// Registers the files in the cache and those of deleted recordings; parts leave this to `merge`.
  init(
    _ output: OutputFolder, _ tools: ScanTools, _ places: ScanPlaces, _ previous: inout PreviousRun
  ) {
    self.init(output, tools.recordings.cache, at: places.absoluteOutput)
    guard places.part == nil else { return }
    output.addEarlier(previous.vanishedDataFiles())
  }

  /// Registers the files that the cache lists.
  init(_ output: OutputFolder, _ cache: SummaryCache?, at place: RawPath) {
    (self.output, self.cache, self.place) = (output, cache, place)
    kept = cache?.unlistedFiles(in: place) ?? [:]
    output.addEarlier(kept)
  }

  /// Stores the unlisted files in the cache, and returns whether that succeeded.
  @discardableResult
  func keep(except isListed: (RawPath) -> Bool) -> Bool {
    guard let cache else { return false }
    let left = output.unlisted(except: isListed)
    return left == kept || cache.keep(left, unlistedIn: place)
  }
}
