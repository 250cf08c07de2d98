import TestSupport
import Testing
import WavethumbSystem

@Suite struct `The documentation of the library` {
  // An example in the documentation is not compiled, the program of the same text is.
  @Test(arguments: ["Picture", "CustomStyle", "Folder"])
  func `shows each example as it is built`(name: String) throws {
    let page = try Self.text(ofFile: "Sources/Wavethumb/Wavethumb.docc/Wavethumb.md")
    let program = try Self.text(ofFile: "Sources/Examples/\(name)/main.swift")
    #expect(page.contains("```swift\n\(program)```"))
  }

  private static func text(ofFile name: String) throws -> String {
    let path = RawPath(Fixture.checkout + "/" + name)
    let file = try Folder(at: path.parent).open(path.name)
    return String(decoding: try file.read(1 << 20, path), as: UTF8.self)
  }
}
