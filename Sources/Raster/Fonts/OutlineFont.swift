/// A font file: TrueType or OpenType, alone or the first of a collection.
///
/// The bytes may be malicious: reading takes bounded time and stays within bounds.
public struct OutlineFont: Sendable {
  private enum Shapes: Sendable {
    case quadratic(QuadraticGlyphs)
    case cubic(CubicGlyphs)
  }

  /// The largest supported file; no known font is larger.
  public static let maximumBytes = 64 << 20

  /// The bytes of the file.
  public let bytes: [UInt8]
  private let characters: CharacterMap
  private let shapes: Shapes
  private let metrics: FontMetrics
  private let kerning: Kerning

  /// Reads a font; throws if the bytes are not a supported font.
  public init(_ bytes: [UInt8]) throws(FontFailure) {
    let tables = try FontTables(FontBytes(bytes))
    let metrics = try FontMetrics(tables)
    self.bytes = bytes
    self.metrics = metrics
    characters = try CharacterMap(try tables.required("cmap"))

    // A font has its outlines in one of both tables.
    if let table = tables["CFF "] {
      shapes = .cubic(try CubicGlyphs(table, unitsPerEm: metrics.unitsPerEm))
    } else {
      shapes = .quadratic(
        QuadraticGlyphs(
          glyphs: try tables.required("glyf"),
          offsets: try tables.required("loca"),
          hasLongOffsets: metrics.hasLongOffsets,
          unitsPerEm: metrics.unitsPerEm
        )
      )
    }
    kerning = Kerning(tables)
  }

  /// Returns the glyph of a character, or nil if the font has none.
  func index(of scalar: Unicode.Scalar) -> Int? {
    // A map may name glyphs that are not there.
    guard let glyph = characters.glyph(of: scalar), glyph < metrics.glyphCount else { return nil }
    return glyph
  }

  func glyph(_ index: Int) -> Glyph? {
    switch shapes {
    case .quadratic(let glyphs): glyphs.glyph(index, bearing: metrics.bearing(of: index))
    case .cubic(let glyphs): glyphs.glyph(index)
    }
  }

  /// Returns the distance to the next glyph, in ems.
  func advance(of index: Int) -> Double { metrics.advance(of: index) }

  /// Returns the kerning of two glyphs, in ems.
  func kern(_ left: Int, _ right: Int) -> Double {
    Double(kerning.distance(left, right)) / metrics.unitsPerEm
  }
}

extension OutlineFont: Hashable {
  public static func == (one: OutlineFont, other: OutlineFont) -> Bool {
    one.bytes == other.bytes
  }

  // Hashing the whole font would process megabytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytes.count)
    hasher.combine(bytes.prefix(1024))
  }
}

/// The reason why a font cannot be used.
public enum FontFailure: Error, Hashable {
  /// Neither TrueType nor OpenType.
  case notAFont
  /// WOFF, a compressed format for browsers.
  case packed
  /// A required table is missing.
  case missing(table: String)
  /// A table is cut off or contradicts itself.
  case damaged(table: String)
}
