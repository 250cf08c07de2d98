import Testing
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

/// A part whose manifest and ledger fit each other and were not written by a scan, as anyone can make
/// them.
struct ForgedPart {
  let library: TemporaryLibrary
  /// The folder of the part, below the root of the library.
  let folder: String
  /// The part in the names of its files.
  let label: String

  var manifest: String { "\(folder)/manifest.\(label).json" }
  private var name: RawPath { RawPath(".wavethumb-ledger.\(label)") }

  private func output() throws -> Folder {
    try Folder(at: RawPath("\(library.root)/\(folder)"))
  }

  /// The text of the manifest up to the end of its entries.
  func text() throws -> String {
    let text = try library.text(manifest)
    let end = try #require(text.firstRange(of: ",\n  \"digest\""))
    return String(text[..<end.lowerBound])
  }

  /// Returns the sections of the ledger.
  func sections() throws -> [LedgerLayout.Section: [UInt8]] {
    let found = try LedgerFile.open(name, in: output())
    let ledger = try #require(found)
    var sections: [LedgerLayout.Section: [UInt8]] = [:]
    for section in LedgerLayout.Section.allCases {
      sections[section] = try ledger.section(section)
    }
    return sections
  }

  func write(_ sections: [LedgerLayout.Section: [UInt8]]) throws {
    let pieces = sections.mapValues { BytePieces($0) }
    try LedgerFile.write(pieces, LedgerFile.head(pieces), as: name, in: output())
  }

  /// Writes a manifest of this text, and a ledger that names it, with a record for each entry.
  func write(_ text: String, facts change: (inout LedgerFacts) -> Void = { _ in }) throws {
    try library.write(ForgedManifest.sealed(Array(text.utf8)), to: "../" + manifest)
    var sections = try sections()
    var reader = try ManifestReader(RawPath("\(library.root)/\(manifest)"))
    let read = try LedgerRecords(reading: &reader)
    let seal = reader.seal
    let records = try #require(read)
    var facts = try #require(sections[.facts].flatMap(LedgerFacts.init(encoded:)))
    facts.manifest = seal
    change(&facts)
    sections[.facts] = facts.encoded()
    sections[.records] = records.records
    sections[.paths] = records.paths
    try write(sections)
  }

  /// Changes the facts of the ledger, and nothing else.
  func changeFacts(_ change: (inout LedgerFacts) -> Void) throws {
    var sections = try sections()
    var facts = try #require(sections[.facts].flatMap(LedgerFacts.init(encoded:)))
    change(&facts)
    sections[.facts] = facts.encoded()
    try write(sections)
  }

  /// Returns the section of a ledger with these paths, in any order.
  static func paths(_ paths: [String]) -> [UInt8] {
    // One block begins at once; no path shares anything with the one before it.
    var section = [UInt8](repeating: 0, count: 8)
    for path in paths {
      let shared: UInt8 = 0
      section += [shared, UInt8(path.utf8.count)] + Array(path.utf8)
    }
    return section
  }
}
