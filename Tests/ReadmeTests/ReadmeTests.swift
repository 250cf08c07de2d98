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

  @Test func `a recording passes at most 22 files from its job to its picture`() throws {
    let here = #filePath.split(separator: "/").dropLast(3)
    let sources = RawPath("/" + here.joined(separator: "/")).appending("Sources")
    let lines = try Self.text(sources.appending("README.md")).split(separator: "\n")
    let rows = lines.drop { !$0.hasPrefix("| step of a FLAC") }.dropFirst(2).prefix {
      $0.hasPrefix("|")
    }
    let files = rows.flatMap { $0.matches(of: /`(\w+\/[\w\/]+)`/).map(\.output.1) }
    #expect(files.count > 15)
    #expect(Set(files).count == files.count)
    #expect(files.count <= 22)

    for file in files {
      #expect(try Folder(at: sources).status(of: RawPath("\(file).swift")).kind == .file)
    }
  }

  private static func text(_ path: RawPath) throws -> String {
    let file = try Folder(at: path.parent).open(path.name)
    return String(decoding: try file.read(1 << 20, path), as: UTF8.self)
  }
}
