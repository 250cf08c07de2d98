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
      data += [UInt8](repeating: 0, count: (4 - data.count % 4) % 4)
    }
    offsets += long(data.count)
    let widths: [[UInt8]] = [500, 600, 1000, 300].map { short($0) + short(0) }
    tables = [
      ("cmap", longMap ? Self.groups : Self.segments),
      ("glyf", data), ("loca", offsets),
      (
        "head",
        [UInt8](repeating: 0, count: 18) + short(1000) + [UInt8](repeating: 0, count: 30) + short(1)
          + short(0)
      ),
      ("hhea", [UInt8](repeating: 0, count: 34) + short(4)),
      ("hmtx", widths.flatMap { $0 }),
      ("maxp", long(0x10000) + short(4)),
    ]
    if let kern {
      tables.append(("kern", kern))
    }
  }

  var bytes: [UInt8] {
    var directory = long(0x0001_0000) + short(tables.count) + [UInt8](repeating: 0, count: 6)
    var body: [UInt8] = []
    let start = 12 + 16 * tables.count
    for table in tables {
      directory +=
        Array(table.tag.utf8) + long(0) + long(start + body.count) + long(table.bytes.count)
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
    var glyph = short(1) + short(0) + short(0) + short(side) + short(side)
    glyph += short(3) + short(0)
    glyph += [1, 1, 1, 1]
    glyph += short(0) + short(0) + short(side) + short(0)
    glyph += short(0) + short(side) + short(0) + short(-side)
    return glyph
  }

  /// The square of glyph 1, with a copy at half its size beside it.
  private static var twoSquares: [UInt8] {
    var glyph = short(-1) + short(0) + short(0) + short(850) + short(500)
    glyph += short(0x0023) + short(1) + short(0) + short(0)
    glyph += short(0x000B) + short(1) + short(600) + short(0) + short(0x2000)
    return glyph
  }

  /// A composite glyph that refers to itself.
  static var endless: [UInt8] {
    var glyph = short(-1) + short(0) + short(0) + short(0) + short(0)
    for _ in 0..<30 {
      glyph += short(0x0023) + short(3) + short(0) + short(0)
    }
    return glyph + short(0x0003) + short(3) + short(0) + short(0)
  }

  private static var segments: [UInt8] {
    let ends = [0x41, 0x42, 0x77F3, 0xFFFF]
    let deltas = [1 - 0x41, 3 - 0x42, 2 - 0x77F3, 1]
    var table = short(4) + short(16 + 8 * ends.count) + short(0) + short(2 * ends.count)
    table += [UInt8](repeating: 0, count: 6) + ends.flatMap(short) + short(0)
    table += ends.flatMap(short) + deltas.flatMap(short) + ends.flatMap { _ in short(0) }
    return short(0) + short(1) + short(3) + short(1) + long(12) + table
  }

  private static var groups: [UInt8] {
    let groups = [
      (0x41, 0x41, 1),
      (0x42, 0x42, 3),
      (0x77F3, 0x77F3, 2),
      (0x20000, 0x20000, 2),
    ]
    let rows = groups.flatMap { long($0.0) + long($0.1) + long($0.2) }
    let table = short(12) + short(0) + long(16 + rows.count) + long(0) + long(groups.count) + rows
    return short(0) + short(1) + short(3) + short(10) + long(12) + table
  }

  /// Returns a kerning table that moves glyphs 1 and 3 closer by `distance`.
  static func kern(by distance: Int) -> [UInt8] {
    short(0) + short(1) + short(0) + short(20) + short(1) + short(1) + short(6) + short(0)
      + short(0)
      + short(1) + short(3) + short(distance)
  }
}

func short(_ number: Int) -> [UInt8] {
  [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
}

func long(_ number: Int) -> [UInt8] { short(number >> 16) + short(number) }
