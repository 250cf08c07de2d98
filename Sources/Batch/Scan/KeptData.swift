import Bytes
import Library
import Outputs
import System

/// The data files that the last manifest lists for one recording, by their names in the output.
struct KeptData {
  private(set) var files: [RelativePath: (file: WrittenFile, key: String?)] = [:]

  /// Nothing where there is no entry, or none that can be read; `way` leads from the manifest to
  /// the output.
  init(_ entry: Range<Int>?, in manifest: LastManifest?, way: RawPath) {
    self.init()
    guard let entry, let manifest else { return }
    do {
      self = KeptData(try manifest.bytes(entry), way: way)
    } catch {
      return
    }
  }

  /// Reads the text of an entry.
  init(_ entry: [UInt8], way: RawPath) {
    self.init()
    // Most libraries have no data, and reading an entry takes as long as drawing a small picture.
    guard Self.mayBeListed(in: entry) else { return }
    do {
      self = KeptData(try JSONValue(entry), way: way)
    } catch {
      return
    }
  }

  /// Reads an entry.
  init(_ entry: JSONValue, way: RawPath) {
    for listed in entry["outputs"]?.array ?? [] {
      guard let path = RawPath(json: listed).flatMap({ RelativePath($0, behind: way) }),
        let bytes = listed["bytes"]?.int,
        let digest = listed["digest"]?.string.flatMap(ContentDigest.init(hex:))
      else { continue }
      files[path] = (WrittenFile(bytes: bytes, digest: digest), listed["key"]?.string)
    }
  }

  private init() {}

  /// Whether the text names the member that lists data.
  static func mayBeListed(in text: [UInt8]) -> Bool {
    let mark = Array("\"outputs\"".utf8)
    return text.indices.dropLast(mark.count).contains { start in
      text[start] == mark[0] && text[start + 1] == mark[1]
        && text[start..<start + mark.count].elementsEqual(mark)
    }
  }

  /// The file that was written under a name where it was made with these settings.
  func file(_ name: RawPath, madeWith key: String) -> WrittenFile? {
    RelativePath(name).flatMap { files[$0] }.flatMap { $0.key == key ? $0.file : nil }
  }
}

extension OutputTree {
  /// Takes up what an earlier run wrote for one recording.
  func know(_ data: KeptData) {
    for (name, listed) in data.files { know(name, listed.file) }
  }
}

extension RecordingWork {
  private var lastData: KeptData {
    KeptData(job.lastEntry, in: tools.lastManifest, way: tools.wayToOutput)
  }

  /// Has the output know the data of the last run as ours, which no mark tells.
  func takeUpLastData() { tools.output.know(lastData) }

  /// The data that the last run made of this recording, as far as it is there still.
  ///
  /// Only the data of the same content, with the same settings, need not be made again.
  func keptData(_ digest: ContentDigest) -> [RawPath: WrittenFile] {
    guard tools.making.needs.points != nil, !tools.redoesAll else { return [:] }
    let last = lastData
    var kept: [RawPath: WrittenFile] = [:]
    for output in tools.making.outputs {
      let name = RecordingOutputs.name(of: job.path, output)
      if let key = output.key, digest == job.lastDigest,
        let file = last.file(name, madeWith: key), tools.files.isIntact(name),
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
