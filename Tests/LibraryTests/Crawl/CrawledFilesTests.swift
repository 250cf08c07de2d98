import System
import Testing

@testable import Library

@Suite struct `Crawled files` {
  private let paths: [RawPath] = [
    "a", "a b/c", "a/b", "a/b/c", "a/b/d", "a/bb/c", "b/c/d/e/f", "b/c/g", "z",
  ]

  @Test func `crawled files are returned unchanged`() {
    let files = stored(paths)
    #expect((0..<files.count).map(files.path) == paths)
    #expect(files[3] == file(paths[3], size: 3))
  }

  @Test func `crawled files may be in any order`() {
    let files = stored(paths.reversed())
    #expect((0..<files.count).map(files.path) == paths.reversed())
  }

  @Test func `crawled files are sorted by size, then by path`() {
    var files = CrawledFiles()
    for (path, size) in zip(paths, [5, 9, 5, 1, 9] as [Int64]) {
      files.append(file(path, size: size))
    }
    #expect(files.largestFirst() == [1, 4, 0, 2, 3])
  }

  private func stored(_ paths: [RawPath]) -> CrawledFiles {
    var files = CrawledFiles()
    for (number, path) in paths.enumerated() { files.append(file(path, size: Int64(number))) }
    return files
  }

  private func file(_ path: RawPath, size: Int64) -> CrawledFile {
    CrawledFile(
      path: path,
      identity: FileIdentity(device: 1, inode: 2, size: size, modified: 4, changed: 5),
      expectation: .readable, folderDevice: 6)
  }
}
