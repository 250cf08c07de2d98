/// What speaks against taking a recording's absence for its end: an unmounted disk looks like an empty library.
public struct PruneGuard: Sendable {
  public enum Doubt: Sendable, Hashable {
    case unreadableFolder(RawPath)
    case otherDevice(RawPath)
    /// The folder is still there, and of all its recordings none is.
    case emptiedFolder(RawPath)
  }

  private struct Place: Hashable {
    let parent: Int
    let name: ArraySlice<UInt8>
  }

  private let folders: CrawledFolders
  private let places: [Place: Int]

  /// `folders` are those of a crawl that has come to its end.
  public init(_ folders: CrawledFolders) {
    self.folders = folders
    places = Dictionary(
      (0..<folders.count).dropFirst().map {
        (Place(parent: folders.parent($0), name: folders.name($0)), $0)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The reason to keep the pictures of a recording that was there last time and is not now; nothing where it is gone.
  ///
  /// `device` is that of the folder the recording was in, where that is still known.
  public func doubt(_ recording: RawPath, device: UInt64?) -> Doubt? {
    guard folders.count > 0 else { return .emptiedFolder("") }
    var nearest = 0
    var rest = recording.steps.dropLast()[...]
    while true {
      if let doubt = doubt(nearest) { return doubt }
      guard let name = rest.popFirst(), let next = places[Place(parent: nearest, name: name)] else {
        break
      }
      nearest = next
    }
    guard let device, folders.device(nearest) != device else { return nil }
    return .otherDevice(folders.path(nearest))
  }

  private func doubt(_ folder: Int) -> Doubt? {
    if folders.isUnreadable(folder) { return .unreadableFolder(folders.path(folder)) }
    if folders.recordings(folder) == 0 && !folders.hasRules(folder) {
      return .emptiedFolder(folders.path(folder))
    }
    return nil
  }
}
