/// The directory of a font file: the range of each table.
struct FontTables {
  private var tables: [String: FontBytes] = [:]

  // The largest number of tables; no real font has more.
  private static let maximumTables = 512

  /// Reads the directory of a font, or of the first font of a collection.
  init(_ file: FontBytes) throws(FontFailure) {
    var start = 0
    if file.tag(0) == "ttcf" {
      guard let first = file.u32(12) else { throw .notAFont }
      start = first
    }

    // The tags of TrueType, of TrueType by Apple, and "OTTO".
    let kinds = [0x0001_0000, 0x7472_7565, 0x4F54_544F]
    guard let kind = file.u32(start),
      let count = file.u16(start + 4),
      kinds.contains(kind),
      count <= Self.maximumTables
    else { throw Self.refusal(of: file) }
    for index in 0..<count {
      let entry = start + 12 + 16 * index
      // A table beyond the end is missing: a cut font may still have all that is needed.
      guard let name = file.tag(entry),
        let offset = file.u32(entry + 8),
        let length = file.u32(entry + 12),
        let table = file.slice(from: offset, count: length)
      else { continue }
      tables[name] = table
    }
  }

  subscript(name: String) -> FontBytes? { tables[name] }

  func required(_ name: String) throws(FontFailure) -> FontBytes {
    guard let table = tables[name] else { throw .missing(table: name) }
    return table
  }

  private static func refusal(of file: FontBytes) -> FontFailure {
    switch file.tag(0) {
    case "wOFF", "wOF2": .packed
    default: .notAFont
    }
  }
}
