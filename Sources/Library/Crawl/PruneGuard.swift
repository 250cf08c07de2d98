package import System

/// Finds reasons why the pictures of a missing recording must be kept: an unmounted disk looks like
/// an empty library.
package struct PruneGuard: Sendable {
  package enum Doubt: Sendable, Hashable {
    case unreadableFolder(RawPath)
    case otherDevice(RawPath)
    /// The folder still exists, but without any of its recordings.
    case emptiedFolder(RawPath)

    package var folder: RawPath {
      switch self {
      case .unreadableFolder(let path), .otherDevice(let path), .emptiedFolder(let path): path
      }
    }
  }

  private struct Place: Hashable {
    let parent: Int
    let name: ArraySlice<UInt8>
  }

  private let folders: CrawledFolders
  private let places: [Place: Int]

  /// `folders` are those of a complete crawl.
  package init(_ folders: CrawledFolders) {
    self.folders = folders
    places = Dictionary(
      (0..<folders.count).dropFirst().map {
        (Place(parent: folders.parent($0), name: folders.name($0)), $0)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the reason to keep the pictures of a missing recording; nil if the recording is gone.
  ///
  /// `device` is that of the recording's folder, if known.
  package func doubt(_ recording: RawPath, device: UInt64?) -> Doubt? {
    let way = way(to: recording)
    if let unreadable = way.first(where: { folders[$0].isUnreadable }) {
      return .unreadableFolder(folders.path(unreadable))
    }
    if let device, let nearest = way.last, folders[nearest].device != device,
      !folders[nearest].isUnentered
    {
      return .otherDevice(folders.path(nearest))
    }
    let emptied = way.first { folders[$0].recordings == 0 && !folders[$0].hasRules }
    return emptied.map { .emptiedFolder(folders.path($0)) }
  }

  /// Returns the deepest existing folder on the path of a recording.
  package func nearestFolder(to recording: RawPath) -> RawPath {
    way(to: recording).last.map { folders.path($0) } ?? ""
  }

  /// Returns the existing folders on the path of a recording, starting at the library.
  private func way(to recording: RawPath) -> [Int] {
    var way = [0]
    var nearest = 0
    for name in recording.steps.dropLast() {
      guard let next = places[Place(parent: nearest, name: name)] else { break }
      way.append(next)
      nearest = next
    }
    return way
  }
}
