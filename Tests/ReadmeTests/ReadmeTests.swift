import Testing
import WavethumbSystem

/// Checks that the examples in Sources/README.md equal the files of this target, which compile.
@Suite struct ReadmeTests {
  /// The folder of this file.
  private static let tests = {
    let steps = #filePath.split(separator: "/").dropLast()
    return RawPath("/" + steps.joined(separator: "/"))
  }()

  /// The folder `Sources` of the repository.
  private static let sources = {
    let steps = #filePath.split(separator: "/").dropLast(3)
    return RawPath("/" + steps.joined(separator: "/")).appending("Sources")
  }()

  @Test(arguments: ["StyleSnippet.swift", "LoadingSnippet.swift"])
  func `an example of Sources/README.md equals a file that compiles`(name: String) throws {
    let code = try Self.text(of: Self.tests.appending(RawPath(name)))
    let page = try Self.text(of: Self.sources.appending("README.md"))
    #expect(page.contains("```swift\n\(code)```"))
  }

  // A map that names what is not there sends a newcomer the wrong way.
  @Test func `every file that the map of the code names exists`() throws {
    let map = try Self.text(of: Self.sources.appending("README.md"))
    let files = Self.filesInTable(of: map) + Self.filesInLinks(of: map)
    let folder = try Folder(at: Self.sources)
    for file in files {
      #expect(try folder.status(of: RawPath(file)).kind == .file, "\(file)")
    }
    #expect(!Self.filesInTable(of: map).isEmpty)
    #expect(!Self.filesInLinks(of: map).isEmpty)
  }

  /// Returns the paths in the table of steps, which have no ending.
  private static func filesInTable(of map: String) -> [String] {
    let lines = map.split(separator: "\n")
    let table = lines.drop { !$0.hasPrefix("| step of a FLAC") }
    // Behind the heading and the rule below it.
    let rows = table.dropFirst(2).prefix { $0.hasPrefix("|") }
    return rows.flatMap { row in
      row.matches(of: /`(\w+\/[\w\/]+)`/).map { "\($0.output.1).swift" }
    }
  }

  /// Returns the paths of links, in the other tables.
  private static func filesInLinks(of map: String) -> [String] {
    let links = map.matches(of: /\]\(([\w\/]+\.swift)\)/)
    return links.map { String($0.output.1) }
  }

  private static func text(of path: RawPath) throws -> String {
    let file = try Folder(at: path.parent).open(path.name)
    // A mebibyte, which is more than any file of the repository has.
    return String(decoding: try file.read(1 << 20, path), as: UTF8.self)
  }
}
