import Glibc

/// The folders from the top of a walk down to its position; only the top and the last are open.
///
/// A closed folder is opened again by `..` if that is still the same folder, else by its path.
package struct FolderStack: Sendable {
  private struct Step {
    var folder: SharedFolder?
    let identity: FolderIdentity
  }

  // If few files may be open, leave 18 for the rest of the program: a run of one job opened at most
  // that many whenever it was tried. 32 is deeper than most libraries (untuned), so that folders of
  // these are never opened twice.
  private static let maximumOpen = max(1, min(32, OpenFiles.raiseLimit() - 18))

  private var steps: [Step]

  package init(top: SharedFolder, _ identity: FolderIdentity) {
    steps = [Step(folder: top, identity: identity)]
  }

  /// Returns the current folder of the walk, or throws if the way back to it is lost.
  package func last() throws(SystemFailure) -> SharedFolder {
    guard let folder = steps.last?.folder else {
      throw SystemFailure(.open, errno: ESTALE, at: ".")
    }
    return folder
  }

  package func contains(_ identity: FolderIdentity) -> Bool {
    steps.contains { $0.identity == identity }
  }

  package mutating func append(_ folder: SharedFolder, _ identity: FolderIdentity) {
    steps.append(Step(folder: folder, identity: identity))
    let oldest = steps.count - Self.maximumOpen
    if oldest > 0 {
      steps[oldest].folder = nil
    }
  }

  /// Goes up one level from the folder with the given path from the top.
  package mutating func removeLast(path: [UInt8]) {
    let left = steps.removeLast()
    guard let here = steps.last, here.folder == nil else { return }
    // `..` is one step, and the path from the top may be a thousand; but a folder that was moved
    // meanwhile has another parent.
    let above =
      Self.open("..", in: left.folder, expecting: here.identity)
      ?? Self.open(RawPath(bytes: path).parent, in: steps[0].folder, expecting: here.identity)
    steps[steps.count - 1].folder = above
  }

  private static func open(
    _ path: RawPath,
    in folder: SharedFolder?,
    expecting identity: FolderIdentity
  ) -> SharedFolder? {
    do {
      guard let found = try folder?.folder.folder(path) else { return nil }
      guard try found.status().folder == identity else { return nil }
      return SharedFolder(found)
    } catch {
      return nil
    }
  }
}

/// An open folder with several owners, closed when the last one releases it.
package final class SharedFolder: Sendable {
  package let folder: Folder

  package init(_ folder: consuming Folder) { self.folder = folder }
}
