import Bytes
import Library
import Outputs
import System

/// The data files that the last manifest lists for one recording.
struct KeptData {
  private var files: [[UInt8]: (file: WrittenFile, key: String?)] = [:]

  /// Nothing where there is no entry, or none that can be read.
  init(_ entry: Range<Int>?, in manifest: LastManifest?) {
    guard let entry, let manifest else { return }
    do {
      for listed in try JSONValue(try manifest.bytes(entry))["outputs"]?.array ?? [] {
        guard let path = listed["path"]?.string, listed["pathBase64"] == nil,
          let bytes = listed["bytes"]?.double.flatMap(Int.init(exactly:)),
          let digest = listed["digest"]?.string.flatMap(ContentDigest.init(hex:))
        else { continue }
        files[Array(path.utf8)] = (
          WrittenFile(bytes: bytes, digest: digest), listed["key"]?.string
        )
      }
    } catch {
      return
    }
  }

  /// The file that was written under a name, relative to the manifest.
  func file(_ path: RawPath) -> WrittenFile? { files[path.bytes]?.file }

  /// The same where it was made with these settings.
  func file(_ path: RawPath, madeWith key: String) -> WrittenFile? {
    files[path.bytes].flatMap { $0.key == key ? $0.file : nil }
  }
}

extension RecordingWork {
  /// The data that the last run made of this recording, as far as it is there still.
  ///
  /// Only the data of the same content, with the same settings, need not be made again.
  func keptData(_ digest: ContentDigest) -> [RawPath: WrittenFile] {
    guard tools.making.needs.points != nil, !tools.redoesAll else { return [:] }
    let last = KeptData(job.lastEntry, in: tools.lastManifest)
    var kept: [RawPath: WrittenFile] = [:]
    for output in tools.making.outputs {
      guard let key = output.key else { continue }
      let name = RecordingOutputs.name(of: job.path, output)
      let place = tools.wayToOutput.appending(name)
      if let file = last.file(place) { tools.output.know(name, file) }
      if digest == job.lastDigest, let file = last.file(place, madeWith: key),
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
      output.needs.points == nil || kept[RecordingOutputs.name(of: job.path, output)] != nil
    }
  }
}
