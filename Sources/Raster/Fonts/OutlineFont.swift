/// A font file: TrueType or OpenType, alone or the first of a collection.
///
/// Its bytes may be anything: whatever they say, reading them ends soon and stays within them.
public struct OutlineFont: Sendable {
  private enum Shapes: Sendable {
    case quadratic(QuadraticGlyphs)
    case cubic(CubicGlyphs)
  }

  /// More than any font has.
  public static let mostBytes = 64 << 20

  /// The file.
  public let bytes: [UInt8]
  private let characters: CharacterMap
  private let shapes: Shapes
  private let metrics: FontMetrics
  private let kerning: Kerning

  /// Reads a font; throws where the bytes are none that can be drawn.
  public init(_ bytes: [UInt8]) throws(FontFailure) {
    let tables = try FontTables(FontBytes(bytes))
    let metrics = try FontMetrics(tables)
    self.bytes = bytes
    self.metrics = metrics
    characters = try CharacterMap(try tables.required("cmap"))
    if let table = tables["CFF "] {
      shapes = .cubic(try CubicGlyphs(table, unitsPerEm: metrics.unitsPerEm))
    } else {
      shapes = .quadratic(
        QuadraticGlyphs(
          glyphs: try tables.required("glyf"), places: try tables.required("loca"),
          hasLongPlaces: metrics.hasLongPlaces, unitsPerEm: metrics.unitsPerEm))
    }
    kerning = Kerning(tables)
  }

  /// The glyph of a character; nil where the font has none.
  func index(of scalar: Unicode.Scalar) -> Int? {
    characters.glyph(of: scalar).flatMap { $0 < metrics.glyphCount ? $0 : nil }
  }

  /// The shape of a glyph; nil where the file is not as it should be.
  func glyph(_ index: Int) -> Glyph? {
    switch shapes {
    case .quadratic(let glyphs): glyphs.glyph(index, bearing: metrics.bearing(of: index))
    case .cubic(let glyphs): glyphs.glyph(index)
    }
  }

  /// From the beginning of a glyph to that of the next, in ems.
  func advance(of index: Int) -> Double { metrics.advance(of: index) }

  /// How much nearer two glyphs stand than others, in ems.
  func kern(_ left: Int, _ right: Int) -> Double {
    Double(kerning.distance(left, right)) / metrics.unitsPerEm
  }
}

extension OutlineFont: Hashable {
  public static func == (one: OutlineFont, other: OutlineFont) -> Bool { one.bytes == other.bytes }

  // All of a font would be millions of bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytes.count)
    hasher.combine(bytes.prefix(1024))
  }
}
