/// A font file built table by table.
///
/// Names of tables and fields are those of the OpenType specification.
struct FontFile {
  var tables: [(tag: String, bytes: [UInt8])]

  // A power of ten, so that distances in tests are easily computed.
  private static let unitsPerEm = 1000

  /// Creates a font: glyph 1 is a square for `A`, glyph 2 two squares for `石`, and glyph 3 is given,
  /// for `B`.
  init(third: [UInt8] = FontFile.square(side: 100), longMap: Bool = false, kern: [UInt8]? = nil) {
    let missing: [UInt8] = []
    let glyphs = [missing, Self.square(side: 500), Self.twoSquares, third]
    var offsets: [UInt8] = []
    var data: [UInt8] = []
    for glyph in glyphs {
      offsets += long(data.count)
      data += glyph
      // Glyphs begin at multiples of four bytes.
      data += zeros((4 - data.count % 4) % 4)
    }
    // One offset more than glyphs: the end of the last one.
    offsets += long(data.count)

    let advanceWidths = [500, 600, 1000, 300]
    let metrics = advanceWidths.map { width in
      let bearing = short(0)
      return short(width) + bearing
    }
    tables = [
      (tag: "cmap", bytes: longMap ? Self.longMap : Self.shortMap),
      (tag: "glyf", bytes: data),
      (tag: "loca", bytes: offsets),
      (tag: "head", bytes: Self.head),
      (tag: "hhea", bytes: Self.horizontalHeader(metricCount: advanceWidths.count)),
      (tag: "hmtx", bytes: Array(metrics.joined())),
      (tag: "maxp", bytes: Self.maximumProfile(glyphCount: glyphs.count)),
    ]
    if let kern {
      tables.append((tag: "kern", bytes: kern))
    }
  }

  /// The bytes of the file: a directory with an entry for each table, and the tables.
  var bytes: [UInt8] {
    let trueType = long(0x0001_0000)
    let searchFields = zeros(6)
    var directory = trueType + short(tables.count) + searchFields
    let entrySize = 16
    let start = directory.count + entrySize * tables.count
    var body: [UInt8] = []
    for table in tables {
      directory += fields(
        Array(table.tag.utf8),
        zeros(4),  // checksum
        long(start + body.count),
        long(table.bytes.count)
      )
      body += table.bytes
    }
    return directory + body
  }

  mutating func replace(_ tag: String, with bytes: [UInt8]) {
    tables.removeAll { $0.tag == tag }
    tables.append((tag: tag, bytes: bytes))
  }
}

// Tables of one size. Fields that wavethumb does not read are zeros.
extension FontFile {
  private static var head: [UInt8] {
    let longOffsets = 1
    return fields(
      zeros(18),
      short(unitsPerEm),
      zeros(30),
      short(longOffsets),  // indexToLocFormat: `loca` has 32 bits per offset
      zeros(2)  // glyphDataFormat
    )
  }

  private static func horizontalHeader(metricCount: Int) -> [UInt8] {
    zeros(34) + short(metricCount)
  }

  static func maximumProfile(glyphCount: Int) -> [UInt8] {
    let version = long(0x0001_0000)
    return version + short(glyphCount)
  }
}

// Records of the table `glyf`.
extension FontFile {
  /// Returns a table `loca` of glyphs without contours, such as a space has.
  static func emptyGlyphs(count: Int) -> [UInt8] {
    let offset = long(0)
    let offsets = [[UInt8]](repeating: offset, count: count + 1)
    return Array(offsets.joined())
  }

  /// Returns a square on the baseline.
  static func square(side: Int) -> [UInt8] {
    let isOnCurve: UInt8 = 1
    return fields(
      short(1),  // numberOfContours
      bounds(width: side, height: side),
      short(3),  // the last point of the contour
      short(0),  // instructionLength
      [isOnCurve, isOnCurve, isOnCurve, isOnCurve],
      // The steps from point to point across, and then those up.
      short(0) + short(side) + short(0) + short(-side),
      short(0) + short(0) + short(side) + short(0)
    )
  }

  /// The square of glyph 1, with a copy at half its size beside it.
  private static var twoSquares: [UInt8] {
    let half = 0x2000  // of 0x4000, which is 1 with 14 bits after the point
    return fields(
      compositeHead,
      bounds(width: 850, height: 500),
      component(1, x: 0, y: 0, isLast: false),
      component(1, x: 600, y: 0, scale: half, isLast: true)
    )
  }

  /// A composite glyph that refers to itself.
  // 31 times, so that a limit on depth alone would leave 31 to the power of that depth.
  static var endless: [UInt8] {
    var glyph = compositeHead + bounds(width: 0, height: 0)
    for index in 0..<31 {
      glyph += component(3, x: 0, y: 0, isLast: index == 30)
    }
    return glyph
  }

  // The number of contours is negative in a glyph of components.
  private static let compositeHead = short(-1)

  /// Returns the smallest and the largest coordinates of a glyph at the origin.
  private static func bounds(width: Int, height: Int) -> [UInt8] {
    short(0) + short(0) + short(width) + short(height)
  }

  private static func component(
    _ glyph: Int,
    x: Int,
    y: Int,
    scale: Int? = nil,
    isLast: Bool
  ) -> [UInt8] {
    let argumentsAreWords = 0x0001
    let argumentsAreOffsets = 0x0002
    let hasScale = 0x0008
    let moreComponents = 0x0020
    var flags = argumentsAreWords | argumentsAreOffsets
    if scale != nil {
      flags |= hasScale
    }
    if !isLast {
      flags |= moreComponents
    }
    let factor = scale.map(short) ?? []
    return fields(short(flags), short(glyph), short(x), short(y), factor)
  }
}

// The table `cmap`, with one map for Windows.
extension FontFile {
  /// A map of characters in format 4: segments of one character each, the last of which is required.
  private static var shortMap: [UInt8] {
    let ends = [0x41, 0x42, 0x77F3, 0xFFFF]
    let starts = ends
    // A glyph is the character and the delta of its segment.
    let deltas = [1 - 0x41, 3 - 0x42, 2 - 0x77F3, 1]
    let offsets = ends.map { _ in 0 }
    let table = fields(
      short(4),  // format
      short(16 + 8 * ends.count),  // length
      zeros(2),  // language
      short(2 * ends.count),  // segCountX2
      zeros(6),  // what a binary search would need
      ends.flatMap(short),
      zeros(2),  // padding
      starts.flatMap(short),
      deltas.flatMap(short),
      offsets.flatMap(short)
    )
    let sixteenBits = 1
    return characterMap(encoding: sixteenBits, table)
  }

  /// A map of characters in format 12: groups, whose characters may be beyond 16 bits.
  private static var longMap: [UInt8] {
    groupMap([
      (first: 0x41, last: 0x41, glyph: 1),
      (first: 0x42, last: 0x42, glyph: 3),
      (first: 0x77F3, last: 0x77F3, glyph: 2),
      (first: 0x20000, last: 0x20000, glyph: 2),
    ])
  }

  /// Returns a map of characters in format 12.
  static func groupMap(_ groups: [(first: Int, last: Int, glyph: Int)]) -> [UInt8] {
    let rows = groups.flatMap { group in
      long(group.first) + long(group.last) + long(group.glyph)
    }
    let table = fields(
      short(12),  // format
      zeros(2),
      long(16 + rows.count),  // length
      zeros(4),  // language
      long(groups.count),
      rows
    )
    let allPlanes = 10
    return characterMap(encoding: allPlanes, table)
  }

  private static func characterMap(encoding: Int, _ table: [UInt8]) -> [UInt8] {
    let windows = 3
    return fields(
      zeros(2),  // version
      short(1),  // numTables
      short(windows),
      short(encoding),
      long(12),  // the offset of the table, behind this head
      table
    )
  }
}

extension FontFile {
  /// Returns a table `kern` that moves glyphs 1 and 3 closer by `distance`.
  static func kern(by distance: Int) -> [UInt8] {
    let horizontal = 1
    return fields(
      zeros(2),  // version
      short(1),  // nTables
      zeros(2),  // version of the subtable
      short(20),  // its length
      short(horizontal),  // coverage
      short(1),  // nPairs
      zeros(6),  // what a binary search would need
      short(1),  // left
      short(3),  // right
      short(distance)
    )
  }
}

/// Returns the bytes of fields that follow each other.
private func fields(_ fields: [UInt8]...) -> [UInt8] {
  Array(fields.joined())
}

/// Returns fields that are not read, or 0.
private func zeros(_ count: Int) -> [UInt8] {
  [UInt8](repeating: 0, count: count)
}

/// Returns a number of 16 bits, the upper byte first.
private func short(_ number: Int) -> [UInt8] {
  [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
}

/// Returns a number of 32 bits, the upper byte first.
private func long(_ number: Int) -> [UInt8] {
  short(number >> 16) + short(number)
}
