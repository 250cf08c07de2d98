import System
import TestSupport
import Testing

@testable import Library

extension TemporaryTree {
  struct Seen {
    var files: [RawPath] = []
    var problems: [RawPath: FileProblem] = [:]
  }

  func crawl(_ rules: Crawl.Rules = Crawl.Rules()) throws -> Seen {
    var (crawl, seen) = (try Crawl(path, rules: rules), Seen())
    while let item = crawl.next() {
      switch item {
      case .file(let file): seen.files.append(file.path)
      case .problem(let problem):
        #expect(seen.problems.updateValue(problem.problem, forKey: problem.path) == nil)
      }
    }
    return seen
  }

  /// Makes nested folders with a recording in each.
  func makeDeep(levels: Int) throws {
    var here = try folder.folder(".")
    for _ in 0..<levels {
      try here.create("x.mp3").write([1], "x.mp3")
      try here.makeFolders("d")
      here = try here.folder("d")
    }
    try here.create("x.mp3").write([1], "x.mp3")
  }
}
