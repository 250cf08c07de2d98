import Testing
import WavethumbSystem

/// Checks that the examples in Sources/README.md equal the files of this target, which compile.
@Suite struct ReadmeTests {
  @Test(arguments: ["StyleSnippet.swift", "LoadingSnippet.swift"])
  func `an example of Sources/README.md equals a file that compiles`(name: String) throws {
    let here = #filePath.split(separator: "/").dropLast()
    let tests = RawPath("/" + here.joined(separator: "/"))
    let top = RawPath("/" + here.dropLast(2).joined(separator: "/"))
    let code = try Self.text(tests.appending(RawPath(name)))
    #expect(try Self.text(top.appending("Sources/README.md")).contains("```swift\n\(code)```"))
  }

  // A map that names what is not there sends a newcomer the wrong way.
  @Test func `every file that the map of the code names exists`() throws {
    let repository = #filePath.split(separator: "/").dropLast(3)
    let sources = RawPath("/" + repository.joined(separator: "/")).appending("Sources")
    let folder = try Folder(at: sources)
    let map = try Self.text(sources.appending("README.md"))
    // The table of steps has paths without an ending, and the other tables have links.
    let steps = map.split(separator: "\n").drop { !$0.hasPrefix("| step of a FLAC") }
    let rows = steps.dropFirst(2).prefix { $0.hasPrefix("|") }
    let inSteps = rows.flatMap { row in
      row.matches(of: /`(\w+\/[\w\/]+)`/).map { "\($0.output.1).swift" }
    }
    let links = map.matches(of: /\]\(([\w\/]+\.swift)\)/).map { String($0.output.1) }
    #expect(!inSteps.isEmpty)
    #expect(!links.isEmpty)
    for file in inSteps + links {
      #expect(try folder.status(of: RawPath(file)).kind == .file, "\(file)")
    }
  }

  private static func text(_ path: RawPath) throws -> String {
    let file = try Folder(at: path.parent).open(path.name)
    return String(decoding: try file.read(1 << 20, path), as: UTF8.self)
  }
}
