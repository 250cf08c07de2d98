import PageSource
import Testing
import WavethumbSystem

@testable import WavethumbBatch

struct PageDocumentTests {
  @Test func `every script of the folder is in the page`() throws {
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let path = RawPath("/\(root)/Sources/Batch/Page/Document")
    let folder = try Folder(at: path)
    var reader = FolderReader()
    var scripts = 0
    while let entry = try reader.entry(in: folder.descriptor, path) {
      let name = RawPath(bytes: Array(reader.names[entry.name]))
      guard name.lossyText.hasSuffix(".js") else { continue }
      let text = String(
        decoding: try folder.open(name).read(1 << 20, name).dropLast(),
        as: UTF8.self
      )
      #expect(PageDocument.script.contains(text), "\(name.lossyText) is not in Package.swift")
      scripts += 1
    }

    #expect(scripts > 10)
  }

  @Test func `nothing in the page can end its script or style early`() {
    #expect(!PageDocument.script.contains("</script"))
    #expect(!PageDocument.script.contains("<!--"))
    #expect(!PageDocument.style.contains("</style"))
  }

  @Test func `the page has each of its gaps`() {
    let gaps = PageTemplate.pieces.compactMap { piece -> String? in
      if case .gap(let gap) = piece {
        gap.rawValue
      } else {
        nil
      }
    }
    #expect(
      Set(gaps) == [
        "generator", "stamp", "policy", "title", "style", "manifest", "data", "script", "list",
      ]
    )
    #expect(gaps.prefix(3) == ["generator", "stamp", "policy"])
  }
}
