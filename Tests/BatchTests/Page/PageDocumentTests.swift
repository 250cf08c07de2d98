import PageSource
import TestSupport
import Testing
import WavethumbSystem

@testable import WavethumbBatch

struct PageDocumentTests {
  @Test func `every script of the folder is in the page`() throws {
    let scripts = try Repository.texts(below: "Sources/Batch/Page/Document", ending: ".js")
    // Else the folder was moved, and nothing is compared.
    #expect(scripts.count > 10)
    for (path, text) in scripts {
      // The build joins them without the newline at their ends.
      let exists = PageDocument.script.contains(text.dropLast())
      #expect(exists, "\(path.lossyText) is not in Package.swift")
    }
  }

  // Even within a string or a comment: a browser looks for the end before it reads the script.
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
    // In this order at the start: the mark shows whose file it is, and a policy holds for what follows it.
    #expect(gaps.prefix(3) == ["generator", "stamp", "policy"])
  }
}
