import Bytes
import Library
import Outputs
import System

/// A picture or data file as a manifest lists it.
struct ListedFile: Sendable {
  /// Relative to the manifest.
  var path: RawPath
  var kind: OutputFormat.Kind
  var bytes: Int
  /// The digest, which manifests of earlier releases lack.
  var digest: ContentDigest?

  /// What became of a listed file.
  enum Condition: Sendable {
    case whole, missing, damaged
  }

  /// All files that the entry of a recording lists.
  static func all(in entry: JSONValue) -> [ListedFile] {
    let pictures = entry["thumbnails"]?.array ?? []
    let data = entry["outputs"]?.array ?? entry["data"].map { [$0] } ?? []
    return pictures.compactMap { ListedFile($0, .picture) }
      + data.compactMap { ListedFile($0, .data) }
  }

  private init?(_ json: JSONValue, _ kind: OutputFormat.Kind) {
    let exact = json["pathBase64"]?.string.flatMap(Base64.bytes(of:)).map(RawPath.init(bytes:))
    guard let path = exact ?? json["path"]?.string.map({ RawPath($0) }),
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
      let status = try folder.status(of: path, followingLinks: false)
      guard status.kind == .file, status.identity.size == Int64(bytes) else { return .damaged }
      guard digest != nil else { return .whole }
      file = try folder.open(path)
    } catch {
      if error.isMissing { return .missing }
      throw .failed(error)
    }
    let found = try file.writtenFile(kind, path, cancel: cancel)
    return found.digest == digest ? .whole : .damaged
  }

  /// Deletes a damaged file, unless it may be another program's whole file; returns whether it is
  /// gone.
  func remove(from folder: borrowing Folder) throws(SystemFailure) -> Bool {
    let status = try folder.status(of: path, followingLinks: false)
    guard status.kind == .file else { return false }
    let start = try folder.open(path).read(Ownership.startLength, path)
    let isOurs =
      status.identity.size == Int64(bytes) || OutputList.ownership(ofFileBeginning: start) == .yes
    if !isOurs {
      let isWhole = try FileRemains(path, in: folder).isWhole(due: [])
      if isWhole != false { return false }
    }
    try folder.remove(path)
    return true
  }
}
