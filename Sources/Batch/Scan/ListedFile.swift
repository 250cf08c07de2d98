import Bytes
import Library
import Outputs
import System

/// A picture or data file as a manifest lists it.
struct ListedFile: Sendable {
  /// Relative to the output.
  var path: RelativePath
  var kind: OutputFormat.Kind
  var bytes: Int
  /// The digest, which manifests of earlier releases lack.
  var digest: ContentDigest?

  /// The state of a listed file.
  enum Condition: Sendable {
    case whole, missing, damaged
  }

  /// All files that the entry of a recording lists, or nil if a path leads out of the output or
  /// another member cannot be read.
  static func all(in entry: JSONValue) -> [ListedFile]? {
    let pictures = (entry["thumbnails"]?.array ?? []).map { ListedFile($0, .picture) }
    let data = entry["outputs"]?.array ?? entry["data"].map { [$0] } ?? []
    // Data that cannot be made of the recording has a reason instead of a path.
    let made = data.filter { $0["path"] != nil || $0["pathBase64"] != nil }
    let files = pictures + made.map { ListedFile($0, .data) }
    return files.contains { $0 == nil } ? nil : files.compactMap(\.self)
  }

  private init?(_ json: JSONValue, _ kind: OutputFormat.Kind) {
    guard let path = RawPath(json: json).flatMap({ RelativePath($0) }),
      let bytes = json["bytes"]?.int
    else { return nil }
    self.path = path
    self.kind = kind
    self.bytes = bytes
    digest = json["digest"]?.string.flatMap(ContentDigest.init(hex:))
  }

  /// Reads the file and compares it with its entry.
  func condition(
    in folder: borrowing Folder, cancel: Interruption
  ) throws(DigestStop) -> Condition {
    let file: Descriptor
    do throws(SystemFailure) {
      let parent = try folder.parent(of: path)
      let status = try parent.status(of: path.name, followingLinks: false)
      guard status.kind == .file, status.identity.size == Int64(bytes) else { return .damaged }
      guard digest != nil else { return .whole }
      file = try parent.open(path.name, followingLinks: false)
    } catch {
      if error.isMissing { return .missing }
      throw .failed(error)
    }
    let found = try file.writtenFile(kind, path.path, cancel: cancel)
    return found.digest == digest ? .whole : .damaged
  }
}
