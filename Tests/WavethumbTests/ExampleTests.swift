import TestSupport
import Testing
import WavethumbSystem

@Suite struct `The documentation of the library` {
  @Test(arguments: ["Picture", "CustomStyle", "Folder"])
  func `shows each example as it is built`(name: String) throws {
    let page = try Self.text("Sources/Wavethumb/Wavethumb.docc/Wavethumb.md")
    let program = try Self.text("Sources/Examples/\(name)/main.swift")
    #expect(page.contains("```swift\n\(program)```"))
  }

  private static func text(_ path: String) throws -> String {
    let path = RawPath(Fixture.checkout + "/" + path)
    let file = try Folder(at: path.parent).open(path.name)
    return String(decoding: try file.read(1 << 20, path), as: UTF8.self)
  }
}
