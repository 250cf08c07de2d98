import System
import Testing

@testable import Batch

struct PageDocumentTests {
  private static let folder: String = {
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    return "/\(root)/Sources/Batch/Page/Document"
  }()

  private static func text(_ name: String) throws -> String {
    let file = try Folder(at: RawPath(folder)).open(RawPath(name))
    let bytes = try file.read(1 << 20, RawPath(name))
    return String(
      decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self)
  }

  @Test func `the page in the binary is what its sources say`() throws {
    #expect(try PageDocument.template == Self.text("page.html"), "run scripts/make-page")
    #expect(try PageDocument.style == Self.text("page.css"), "run scripts/make-page")
    let scripts = try PageDocument.scriptNames.map { try Self.text($0 + ".js") }
    #expect(
      PageDocument.script == "\"use strict\";\n\n" + scripts.joined(separator: "\n\n"),
      "run scripts/make-page")
  }

  @Test func `nothing in the page could end its script or its style early`() {
    #expect(!PageDocument.script.contains("</script") && !PageDocument.script.contains("<!--"))
    #expect(!PageDocument.style.contains("</style"))
  }

  @Test func `the page fills each of its gaps once`() {
    let gaps = PageTemplate.pieces.compactMap { piece -> String? in
      if case .gap(let gap) = piece { gap.rawValue } else { nil }
    }
    #expect(gaps == ["generator", "stamp", "policy", "style", "data", "script", "list"])
  }
}
