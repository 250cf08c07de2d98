package import WavethumbSystem

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

  /// A folder by its parent and name: the paths of a million folders would repeat most of their bytes.
  private struct Location: Hashable {
    let parent: Int
    let name: ArraySlice<UInt8>
  }

  private let folders: CrawledFolders
  private let indexes: [Location: Int]

  /// `folders` are those of a complete crawl.
  package init(_ folders: CrawledFolders) {
    self.folders = folders
    // The first folder is the library itself, which has no parent.
    var indexes: [Location: Int] = [:]
    for index in (0..<folders.count).dropFirst() {
      let location = Location(parent: folders.parent(index), name: folders.name(index))
      // With links, a folder may be met twice; the first counts.
      indexes[location] = indexes[location] ?? index
    }
    self.indexes = indexes
  }

  /// Returns the reason to keep the pictures of a missing recording; nil if the recording is gone.
  ///
  /// `device` is that of the recording's folder, if known.
  // The strongest sign first: a folder that cannot be read shows nothing, another device is another
  // disk or none, and an empty folder may be the mount point of one.
  package func doubt(_ recording: RawPath, device: UInt64?) -> Doubt? {
    let ancestors = ancestors(of: recording)
    let unreadable = ancestors.first { folder in
      folders[folder].isUnreadable || folders[folder].isUnentered
    }
    if let unreadable { return .unreadableFolder(folders.path(unreadable)) }
    // The folder that a disk was mounted on may go with it: then the nearest one is on another disk, and
    // holds other recordings.
    if let device, let nearest = ancestors.last, folders[nearest].device != device {
      return .otherDevice(folders.path(nearest))
    }
    // Rules may exclude all that a folder has.
    let emptied = ancestors.first { folder in
      folders[folder].recordings == 0 && !folders[folder].hasRules
    }
    guard let emptied else { return nil }
    return .emptiedFolder(folders.path(emptied))
  }

  /// Returns the deepest existing folder on the path of a recording.
  package func nearestFolder(to recording: RawPath) -> RawPath {
    guard let nearest = ancestors(of: recording).last else { return "" }
    return folders.path(nearest)
  }

  /// Returns the existing folders on the path of a recording, starting at the library.
  private func ancestors(of recording: RawPath) -> [Int] {
    var ancestors = [0]
    var nearest = 0
    for name in recording.steps.dropLast() {
      guard let next = indexes[Location(parent: nearest, name: name)] else { break }
      ancestors.append(next)
      nearest = next
    }
    return ancestors
  }
}
