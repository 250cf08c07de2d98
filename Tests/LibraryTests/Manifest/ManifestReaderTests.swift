import TestSupport
import Testing
import WavethumbBytes
import WavethumbSystem

@testable import WavethumbLibrary
@testable import WavethumbOptions

@Suite struct `A reader of manifests` {
  /// What a reader finds in a manifest.
  private struct Found: Equatable {
    var paths: [RawPath] = []
    var texts: [[UInt8]] = []
    var hasTrailer = false
    var settings: JSONValue?
    var fault = false
  }

  private let tree: TemporaryTree

  init() throws {
    tree = try TemporaryTree()
  }

  private static func entry(_ path: String) -> ManifestEntry {
    var made = ManifestEntry.Facts()
    // Signs with which a reader that counts brackets would lose count.
    made.alt = #"a "}]{[" \ "#
    return ManifestEntry(path: RawPath(path), bytes: 1, content: .decoded(made))
  }

  /// Returns a manifest of these recordings, as a run writes it.
  private func manifest(_ paths: [String]) throws -> [UInt8] {
    // A member of the settings has the name of the list of entries, for which it must not be taken.
    let counts = ManifestCounts(ok: paths.count)
    let header = ManifestHeader(settings: Array("{\"files\":[\"x\"]}".utf8), counts: counts)
    var file = try ManifestFile(
      header: header.text,
      as: "m",
      in: tree.folder,
      last: nil
    )
    for path in paths {
      _ = try file.append(.text(Self.entry(path).text()))
    }
    _ = try file.commit()
    return try tree.read("m")
  }

  private func read(_ text: [UInt8]) throws -> Found {
    try tree.write("m", bytes: text)
    var found = Found()
    do throws(ManifestFault) {
      var reader = try ManifestReader(tree.path.appending("m"))
      while let element = try reader.next() {
        found.paths.append(element.entry?.path ?? "")
        found.texts.append(element.text)
        // The ledger keeps the range, and the next run copies the entry from there.
        #expect(Array(text[element.range]) == element.text)
      }
      found.hasTrailer = reader.trailerDigest != nil
      found.settings = reader["settings"]
    } catch {
      found.fault = true
    }
    return found
  }

  // 9,000 entries are more than a block of 1 MiB holds, so that one crosses its end.
  @Test(arguments: [0, 1, 3, 9000])
  func `the manifest reader finds every entry at its offset`(count: Int) throws {
    let paths = (0..<count).map { "recording \(1_000_000 + $0)" }
    let found = try read(try manifest(paths))
    #expect(found.paths == paths.map { RawPath($0) })
    #expect(found.texts == paths.map { Self.entry($0).text() })
    #expect(found.hasTrailer)
    #expect(!found.fault)
    #expect(found.settings == (try JSONValue(Array("{\"files\":[\"x\"]}".utf8))))
  }

  @Test func `the manifest reader finds the entries of a reformatted manifest`() throws {
    let text = String(decoding: try manifest(["a", "b"]), as: UTF8.self)
    // As editors and formatters write it: with more blanks, of all kinds that JSON has, and with
    // others.
    let spread = text.replacing("{\"", with: "{\n\t\"").replacing("\",", with: "\"\r\n ,")
    let narrow = text.replacing("\n", with: " ")
    for other in [spread, narrow] {
      let found = try read(Array(other.utf8))
      #expect(found.paths == ["a", "b"])
      #expect(!found.fault)
      // Read, but not taken for our own bytes.
      #expect(!found.hasTrailer)
    }
  }

  @Test func `the manifest reader notices every changed byte`() throws {
    let whole = try manifest(["a", "b"])
    #expect(try read(whole).hasTrailer)
    for offset in whole.indices {
      var damaged = whole
      damaged[offset] ^= 0x10
      let found = try read(damaged)
      #expect(found.fault || !found.hasTrailer, "at \(offset)")
    }
    for length in 0..<whole.count {
      let found = try read(Array(whole[..<length]))
      #expect(found.fault || !found.hasTrailer, "of \(length)")
    }
  }

  // Two lists, elements that are no entries, no list, and something behind the end.
  @Test(arguments: [
    #"{"files": [], "files": []}"#, #"{"files": [1]}"#, #"{"files": [{} {}]}"#, "[]", "",
    #"{"files": [{"path": "a"},]}"#, #"{"files": [{"path": ]}]}"#, #"{"version": 1}"#,
    #"{"version": 1} {"digest": ""} {"path": "a"}"#, #"{"files": []} {}"#, "{{{{{{{{{",
  ])
  func `the manifest reader reports a file that is not a manifest`(text: String) throws {
    #expect(try read(Array(text.utf8)).fault)
  }
}
