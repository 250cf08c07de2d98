import Testing
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

/// A part, or the whole, whose manifest and ledger fit each other and were not written by a scan, as
/// anyone can make them.
struct ForgedPart {
  let library: TemporaryLibrary
  /// The folder of the part, below the root of the library.
  let folder: String
  /// The part in the names of its files; nil for the whole.
  var label: String?

  private var labelExtension: String { label.map { label in ".\(label)" } ?? "" }
  var manifest: String { "\(folder)/manifest\(labelExtension).json" }
  private var name: RawPath { RawPath(".wavethumb-ledger\(labelExtension)") }

  private func output() throws -> Folder {
    try Folder(at: RawPath("\(library.root)/\(folder)"))
  }

  /// Returns the text of the manifest up to the end of its entries.
  func text() throws -> String {
    let text = try library.text(manifest)
    let digest = try #require(text.firstRange(of: ",\n\"digest\""))
    return String(text[..<digest.lowerBound])
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

  /// Writes a ledger with these sections and with digests that are right.
  func write(_ sections: [LedgerLayout.Section: [UInt8]]) throws {
    let pieces = sections.mapValues { BytePieces($0) }
    try LedgerFile.write(pieces, LedgerFile.header(pieces), as: name, in: output())
  }

  /// Writes a manifest of this text, and a ledger that names it, with a record for each entry.
  func write(_ text: String, facts change: (inout LedgerFacts) -> Void = { _ in }) throws {
    try library.write(ForgedManifest.withTrailer(Array(text.utf8)), to: "../" + manifest)
    // What a scan would write of this manifest: its records, its paths and its digest.
    var sections = try sections()
    var reader = try ManifestReader(RawPath("\(library.root)/\(manifest)"))
    var builder = LedgerRecordsBuilder()
    while let element = try reader.next() {
      let entry = try #require(element.entry)
      var tables = RecordTables()
      let record = PackedRecord(entry, at: element.range, &tables)
      builder.append(record, from: tables, entry.path, at: element.range)
    }
    let built = builder.sections()
    sections[.records] = built.records.bytes()
    sections[.paths] = built.paths.bytes()

    var facts = try facts(in: sections)
    facts.manifest = reader.trailerDigest
    change(&facts)
    sections[.facts] = facts.encoded()
    try write(sections)
  }

  /// Changes the facts of the ledger, and nothing else.
  func changeFacts(_ change: (inout LedgerFacts) -> Void) throws {
    var sections = try sections()
    var facts = try facts(in: sections)
    change(&facts)
    sections[.facts] = facts.encoded()
    try write(sections)
  }

  private func facts(in sections: [LedgerLayout.Section: [UInt8]]) throws -> LedgerFacts {
    let section = try #require(sections[.facts])
    return try #require(LedgerFacts(encoded: section))
  }

  /// Returns the section of a ledger with these paths, in any order.
  static func paths(_ paths: [String]) -> [UInt8] {
    // The start of the only block. No path shares a beginning with the one before it.
    var section = UInt64(0).bigEndianBytes
    let sharedBytes: UInt8 = 0
    for path in paths {
      section += [sharedBytes, UInt8(path.utf8.count)] + Array(path.utf8)
    }
    return section
  }
}
