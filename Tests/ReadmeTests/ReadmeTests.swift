import System
import Testing

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

  private static func text(_ path: RawPath) throws -> String {
    let file = try Folder(at: path.parent).open(path.name)
    return String(decoding: try file.read(1 << 20, path), as: UTF8.self)
  }
}
