/// A font file built table by table.
struct FontFile {
  var tables: [(tag: String, bytes: [UInt8])]

  /// Creates a font of 1,000 units per em: glyph 1 is a square for `A`, glyph 2 two squares for
  /// `石`, and glyph 3 is given, for `B`.
  init(third: [UInt8] = FontFile.square(side: 100), longMap: Bool = false, kern: [UInt8]? = nil) {
    let glyphs = [[], Self.square(side: 500), Self.twoSquares, third]
    var offsets: [UInt8] = []
    var data: [UInt8] = []
    for glyph in glyphs {
      offsets += long(data.count)
      data += glyph
      // Glyphs begin at multiples of four bytes.
      data += zeros((4 - data.count % 4) % 4)
    }
    offsets += long(data.count)
    let widths: [[UInt8]] = [500, 600, 1000, 300].map { short($0) + short(0) }
    // Only the fields that are read: units per em and the form of `loca` (1: 32 bits), the number of
    // widths, and the number of glyphs.
    let head = zeros(18) + short(1000) + zeros(30) + short(1) + short(0)
    let horizontalHeader = zeros(34) + short(4)
    let maximumProfile = long(0x10000) + short(4)
    tables = [
      ("cmap", longMap ? Self.groups : Self.segments),
      ("glyf", data),
      ("loca", offsets),
      ("head", head),
      ("hhea", horizontalHeader),
      ("hmtx", widths.flatMap { $0 }),
      ("maxp", maximumProfile),
    ]
    if let kern {
      tables.append(("kern", kern))
    }
  }

  var bytes: [UInt8] {
    var directory = long(0x0001_0000) + short(tables.count) + zeros(6)
    var body: [UInt8] = []
    let start = 12 + 16 * tables.count
    for table in tables {
      let checksum = long(0)
      directory += Array(table.tag.utf8) + checksum
      directory += long(start + body.count) + long(table.bytes.count)
      body += table.bytes
    }
    return directory + body
  }

  mutating func replace(_ tag: String, with bytes: [UInt8]) {
    tables.removeAll { $0.tag == tag }
    tables.append((tag, bytes))
  }

  /// Returns a square on the baseline.
  static func square(side: Int) -> [UInt8] {
    // One contour and its bounds, its last point, no instructions, and four points on the curve.
    var glyph = short(1) + short(0) + short(0) + short(side) + short(side)
    glyph += short(3) + short(0)
    glyph += [1, 1, 1, 1]
    // The steps from point to point, across and up.
    glyph += short(0) + short(0) + short(side) + short(0)
    glyph += short(0) + short(side) + short(0) + short(-side)
    return glyph
  }

  /// The square of glyph 1, with a copy at half its size beside it.
  private static var twoSquares: [UInt8] {
    var glyph = short(-1) + short(0) + short(0) + short(850) + short(500)
    // Flags: arguments are two 16-bit offsets, and more components follow.
    glyph += short(0x0023) + short(1) + short(0) + short(0)
    // The last, with a scale of 0x2000 / 0x4000.
    glyph += short(0x000B) + short(1) + short(600) + short(0) + short(0x2000)
    return glyph
  }

  /// A composite glyph that refers to itself.
  // 31 times, so that a limit on depth alone would leave 31 to the power of that depth.
  static var endless: [UInt8] {
    var glyph = short(-1) + short(0) + short(0) + short(0) + short(0)
    for _ in 0..<30 {
      glyph += short(0x0023) + short(3) + short(0) + short(0)
    }
    return glyph + short(0x0003) + short(3) + short(0) + short(0)
  }

  /// A map of characters in format 4: segments of one character each, the last of which is required.
  private static var segments: [UInt8] {
    let ends = [0x41, 0x42, 0x77F3, 0xFFFF]
    let starts = ends
    let deltas = [1 - 0x41, 3 - 0x42, 2 - 0x77F3, 1]
    let language = short(0)
    let search = zeros(6)
    let padding = short(0)
    var table = short(4) + short(16 + 8 * ends.count) + language + short(2 * ends.count) + search
    table += ends.flatMap(short) + padding
    table += starts.flatMap(short)
    table += deltas.flatMap(short)
    // No offsets: a glyph is the character and the delta.
    table += ends.flatMap { _ in short(0) }
    return characterMap(encoding: 1, table)
  }

  /// A map of characters in format 12: groups, whose characters may be beyond 16 bits.
  private static var groups: [UInt8] {
    let groups = [
      (character: 0x41, glyph: 1),
      (character: 0x42, glyph: 3),
      (character: 0x77F3, glyph: 2),
      (character: 0x20000, glyph: 2),
    ]
    return groupMap(groups.map { (first: $0.character, last: $0.character, glyph: $0.glyph) })
  }

  /// Returns a map of characters in format 12.
  static func groupMap(_ groups: [(first: Int, last: Int, glyph: Int)]) -> [UInt8] {
    let rows = groups.flatMap { long($0.first) + long($0.last) + long($0.glyph) }
    let language = long(0)
    let head = short(12) + short(0) + long(16 + rows.count) + language + long(groups.count)
    return characterMap(encoding: 10, head + rows)
  }

  /// Returns the table of maps with one of Windows: encoding 1 has 16 bits, and 10 has all.
  private static func characterMap(encoding: Int, _ table: [UInt8]) -> [UInt8] {
    let version = short(0)
    let count = short(1)
    let windows = short(3)
    return version + count + windows + short(encoding) + long(12) + table
  }

  /// Returns a kerning table that moves glyphs 1 and 3 closer by `distance`.
  static func kern(by distance: Int) -> [UInt8] {
    let head = short(0) + short(1)
    // A horizontal table of 20 bytes with one pair; then what a binary search would need.
    let table = short(0) + short(20) + short(1)
    let search = short(1) + short(6) + short(0) + short(0)
    return head + table + search + short(1) + short(3) + short(distance)
  }
}

/// Returns fields that are not read, or 0.
func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

func short(_ number: Int) -> [UInt8] {
  [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
}

func long(_ number: Int) -> [UInt8] { short(number >> 16) + short(number) }
