import Bytes
import System
import TestSupport
import Testing

@testable import Batch

struct ManifestEntriesTests {
  private static func entries(_ manifest: String) throws -> [JSONValue] {
    let tree = try TemporaryTree()
    try tree.write("manifest.json", manifest)
    var entries = try ManifestEntries(tree.path.appending("manifest.json"))
    var found: [JSONValue] = []
    while let text = try entries.next() { found.append(try JSONValue(text)) }
    return found
  }

  private static func manifest(_ entries: [String]) -> String {
    let files = entries.map {
      "\n    {\n      \"path\": \"\($0)\",\n      \"tags\": {\n      }\n    }"
    }
    return "{\n  \"settings\": {\n    \"styles\": [\n    ]\n  },\n  \"files\": ["
      + files.joined(separator: ",") + "\n  ]\n}\n"
  }

  @Test func `each recording is read by itself`() throws {
    let paths = try Self.entries(Self.manifest(["a", "b", "    }"])).map { $0["path"]?.string }
    #expect(paths == ["a", "b", "    }"])
  }

  @Test func `a manifest without recordings has none`() throws {
    #expect(try Self.entries("{\n  \"files\": []\n}\n").isEmpty)
  }

  @Test func `a manifest longer than a block is read to its end`() throws {
    let names = (0..<30_000).map { "recording \($0)" }
    let found = try Self.entries(Self.manifest(names))
    #expect(found.count == names.count)
    #expect(found.last?["path"]?.string == names.last)
  }
}
