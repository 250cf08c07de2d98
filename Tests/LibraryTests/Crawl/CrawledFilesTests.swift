import Testing
import WavethumbSystem

@testable import WavethumbLibrary

@Suite struct `Crawled files` {
  // In the order of bytes, in which a space comes before a slash, and so `a b/c` before `a/b`.
  private let paths: [RawPath] = ["a b/c", "a/b", "a/b/c", "a/bb/c", "z"]

  @Test func `crawled files are returned unchanged`() {
    let files = stored(sizes: [0, 1, 2, 3, 4])
    #expect(files.paths == paths)
    #expect(files.identity(3) == identity(size: 3))
    // The fourth folder is on a disk of its own.
    #expect(files.folderDevice(3) == 9)
    #expect(files.folderDevice(4) == 6)
  }

  @Test func `crawled files are found by path`() {
    let files = stored(sizes: [0, 1, 2, 3, 4])
    for (index, path) in paths.enumerated() {
      #expect(files.firstIndex(notBefore: path) == index)
    }
    // Between two paths, and behind the last.
    #expect(files.firstIndex(notBefore: "a/b/d") == 3)
    #expect(files.firstIndex(notBefore: "zz") == 5)
  }

  /// Returns the files of `paths` with these sizes.
  private func stored(sizes: [Int64]) -> CrawledFiles {
    var files = CrawledFiles()
    let top = files.folders.enter([], in: 0, device: 6)
    let spaced = files.folders.enter("a b".utf8, in: top, device: 6)
    let outer = files.folders.enter("a".utf8, in: top, device: 6)
    let inner = files.folders.enter("b".utf8, in: outer, device: 6)
    let other = files.folders.enter("bb".utf8, in: outer, device: 9)
    let locations: [(folder: Int, name: String)] = [
      (spaced, "c"),
      (outer, "b"),
      (inner, "c"),
      (other, "c"),
      (top, "z"),
    ]
    for (location, size) in zip(locations, sizes) {
      files.append(location.name.utf8, in: location.folder, identity: identity(size: size))
    }
    return files
  }

  private func identity(size: Int64) -> FileIdentity {
    FileIdentity(device: 1, inode: 2, size: size, modified: 4, changed: 5)
  }
}

extension CrawledFiles {
  fileprivate var paths: [RawPath] { (0..<count).map(path) }
}
