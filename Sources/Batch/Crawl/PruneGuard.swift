/// What speaks against taking a recording's absence for its end: an unmounted disk looks like an empty library.
public struct PruneGuard: Sendable {
  public enum Doubt: Sendable, Hashable {
    case unreadableFolder(RawPath)
    case otherDevice(RawPath)
    /// The folder is still there, and of all its recordings none is.
    case emptiedFolder(RawPath)
  }

  private let folders: CrawledFolders
  private let places: [RawPath: Int]

  /// `folders` are those of a crawl that has come to its end.
  public init(_ folders: CrawledFolders) {
    self.folders = folders
    places = Dictionary(
      (0..<folders.count).map { (folders.path($0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The reason to keep the pictures of a recording that was there last time and is not now; nothing where it is gone.
  ///
  /// `device` is that of the folder the recording was in, where that is still known.
  public func doubt(_ recording: RawPath, device: UInt64?) -> Doubt? {
    var nearest: Int?
    for end in [0] + recording.bytes.indices.filter({ recording.bytes[$0] == RawPath.separator }) {
      let path = RawPath(bytes: Array(recording.bytes[..<end]))
      guard let folder = places[path] else { break }
      if folders.isUnreadable(folder) { return .unreadableFolder(path) }
      if folders.recordings(folder) == 0 && !folders.hasRules(folder) {
        return .emptiedFolder(path)
      }
      nearest = folder
    }
    if let nearest, let device, folders.device(nearest) != device {
      return .otherDevice(folders.path(nearest))
    }
    return nil
  }
}
