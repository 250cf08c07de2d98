/// The outlines of OpenType fonts with cubic curves: the table `CFF `.
struct CubicGlyphs: Sendable {
  private let shapes: CFFIndex
  private let common: CFFIndex
  /// The local subroutines of each font, if any; only CID-keyed files have several fonts.
  private let own: [CFFIndex?]
  /// The font of each glyph; nil if there is only one font.
  private let choice: FontBytes?
  private let unitsPerEm: Double

  // A glyph names its font in one byte.
  private static let maximumFonts = 256

  // The numbers of the specification; those of two bytes begin with 12.
  private enum Key {
    static let shapes = 17
    static let dictionary = 18
    static let routines = 19
    static let kind = 12 << 8 | 6
    static let fonts = 12 << 8 | 36
    static let choice = 12 << 8 | 37
  }

  init(_ table: FontBytes, unitsPerEm: Double) throws(FontFailure) {
    // Four lists follow each other, so each is found by the end of the one before.
    guard let headSize = table.u8(2),
      let names = CFFIndex(table, at: headSize),
      let tops = CFFIndex(table, at: names.end),
      let strings = CFFIndex(table, at: tops.end),
      let common = CFFIndex(table, at: strings.end)
    else { throw .damaged(table: "CFF ") }
    guard let top = tops[0].map(CFFDictionary.init), top[Key.kind].last ?? 2 == 2,
      let shapes = top[Key.shapes].last.flatMap({ CFFIndex(table, at: $0) })
    else { throw .damaged(table: "CFF ") }
    self.shapes = shapes
    self.common = common
    self.unitsPerEm = unitsPerEm
    guard let fontsOffset = top[Key.fonts].last else {
      own = [Self.routines(of: top, in: table)]
      choice = nil
      return
    }
    guard let fonts = CFFIndex(table, at: fontsOffset), fonts.count <= Self.maximumFonts else {
      throw .damaged(table: "CFF ")
    }
    own = (0..<fonts.count).map { index in
      fonts[index].flatMap { Self.routines(of: CFFDictionary($0), in: table) }
    }
    choice = try Self.choice(of: top, in: table)
  }

  /// Returns the bytes that name the font of each glyph; throws if they are of an unknown form.
  private static func choice(
    of top: CFFDictionary,
    in table: FontBytes
  ) throws(FontFailure) -> FontBytes {
    guard let choice = top[Key.choice].last.flatMap({ table.slice(from: $0) }) else {
      throw .damaged(table: "CFF ")
    }
    let isByGlyph = choice.u8(0) == 0
    let isByRange = choice.u8(0) == 3 && choice.u16(1) != nil
    guard isByGlyph || isByRange else { throw .damaged(table: "CFF ") }
    return choice
  }

  func glyph(_ index: Int) -> Glyph? {
    guard let program = shapes[index] else { return nil }
    let font = font(of: index)
    guard own.indices.contains(font) else { return nil }
    var drawing = Charstring(common: common, own: own[font], unitsPerEm: unitsPerEm)
    return drawing.draw(program)
  }

  private static func routines(of font: CFFDictionary, in table: FontBytes) -> CFFIndex? {
    let numbers = font[Key.dictionary]
    guard let size = numbers.first, let start = numbers.last,
      let dictionary = table.slice(from: start, count: size),
      let offset = CFFDictionary(dictionary)[Key.routines].last
    else { return nil }
    return CFFIndex(table, at: start + offset)
  }

  private func font(of glyph: Int) -> Int {
    guard let choice else { return 0 }
    // Either one byte per glyph, or ranges of glyphs.
    if choice.u8(0) == 0 { return choice.u8(1 + glyph) ?? 0 }
    let row = choice.lastRow(choice.u16(1) ?? 0, upTo: glyph) { choice.u16(3 + 3 * $0) }
    return row.flatMap { choice.u8(5 + 3 * $0) } ?? 0
  }
}
