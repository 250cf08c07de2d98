import Codecs
import Outputs
import TestSupport
import Testing
import Waveform
import WavethumbBytes
import WavethumbOptions
import WavethumbSystem

@testable import WavethumbLibrary

/// What derives from rows, and what has to be written by hand beside them.
@Suite struct `Rows of tags, numbers and findings` {
  /// The schema of an entry, by member.
  private static func schema() throws -> JSONValue {
    let schema = try JSONValue(
      Repository.bytes("Sources/Library/Manifest/manifest.schema.json")
    )
    return try #require(schema["$defs"]?["file"]?["properties"])
  }

  private func names(_ object: JSONValue?) -> Set<String> {
    guard case .object(let members) = object else { return [] }
    return Set(members.map(\.name))
  }

  // The schema is written by hand, for readers in other languages: nothing else fails if a tag is
  // missing.
  @Test func `the schema has all tags, numbers and findings`() throws {
    let schema = try Self.schema()
    let tags = names(schema["tags"]?["properties"])
    // `bext` is an object with members of its own, and no row.
    #expect(tags == Set(AudioTags.rows.map(\.name) + ["bext"]))
    let numbers = names(schema["sound"]?["properties"])
    #expect(numbers.isSuperset(of: SoundData.numbers.map(\.name)))
    let findings = schema["findings"]?["items"]?["enum"]?.array ?? []
    #expect(findings.compactMap(\.string) == SoundFinding.allCases.map(\.rawValue))
  }

  @Test func `the page has words for all findings`() throws {
    let text = try Repository.text("Sources/Batch/Page/Document/findings.js")
    for finding in SoundFinding.allCases {
      #expect(text.contains("\n  \(finding.rawValue): {"), "\(finding)")
    }
  }

  @Test func `each column has a name of its own`() {
    // Tags and numbers share one name space: with one name for two, the second could never be
    // listed.
    let names = EntryField.allCases.map(\.rawValue)
    #expect(Set(names).count == names.count)
    for field in EntryField.allCases {
      #expect(EntryField(rawValue: field.rawValue) == field)
    }
    #expect(EntryField(rawValue: "year") == .tag("year"))
    #expect(EntryField(rawValue: "loudness") == .loudness)
    #expect(EntryField(rawValue: "none") == nil)
  }

  @Test func `numbers of measures are in the manifest, and columns`() throws {
    var made = ManifestEntry.Facts()
    made.sound = SoundReport()
    made.sound?.loudness = -16.25
    made.sound?.bandwidth = 20_000
    made.tags = AudioTags(title: "A", track: "7", date: "1999")
    let entry = ManifestEntry(path: "a.wav", content: .decoded(made))
    let read = try #require(ManifestEntry(entry.text()))
    func column(_ name: String) -> String {
      EntryField(rawValue: name).map { read.value($0).plain } ?? "none"
    }
    #expect(column("loudness") == "-16.25")
    #expect(column("bandwidth") == "20000")
    // A column without a value, and the year of a date.
    #expect(column("truePeak") == "")
    #expect(column("title") == "A")
    #expect(column("track") == "7")
    #expect(column("year") == "1999")
  }
}
