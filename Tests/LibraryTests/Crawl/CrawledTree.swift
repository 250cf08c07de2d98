import TestSupport
import Testing
import WavethumbSystem

@testable import WavethumbLibrary

extension Crawl {
  /// The paths of all recordings so far.
  var paths: [RawPath] { (0..<files.count).map(files.path) }

  /// The problems by path.
  var problemsByPath: [RawPath: FileProblem] {
    Dictionary(uniqueKeysWithValues: problems.map { ($0.path, $0.problem) })
  }
}

extension Crawl {
  /// The number of recordings in and below each of the first folders.
  func recordings(inFirst count: Int) -> [Int] {
    (0..<count).map { files.folders[$0].recordings }
  }
}

extension TemporaryTree {
  /// Crawls the whole tree.
  func crawl(_ rules: Crawl.Rules = Crawl.Rules()) throws -> Crawl {
    var crawl = try Crawl(path, rules: rules)
    crawl.run()
    return crawl
  }

  /// Makes nested folders with a recording in each.
  func makeDeep(levels: Int) throws {
    // Each is opened from the one above: their whole path may be longer than the kernel takes.
    var here = try folder.folder(".")
    for _ in 0..<levels {
      try here.create("x.mp3").write([1], "x.mp3")
      try here.makeFolders("d")
      here = try here.folder("d")
    }
    try here.create("x.mp3").write([1], "x.mp3")
  }
}
