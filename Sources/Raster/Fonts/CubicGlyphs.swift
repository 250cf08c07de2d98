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

  private static let damaged = FontFailure.damaged(table: "CFF ")

  init(_ table: FontBytes, unitsPerEm: Double) throws(FontFailure) {
    // Four lists follow each other, so each is found by the end of the one before.
    guard let headSize = table.u8(2),
      let names = CFFIndex(table, at: headSize),
      let tops = CFFIndex(table, at: names.end),
      let strings = CFFIndex(table, at: tops.end),
      let common = CFFIndex(table, at: strings.end)
    else { throw Self.damaged }
    guard let topBytes = tops[0] else { throw Self.damaged }
    let top = CFFDictionary(topBytes)

    // Programs of type 2, which is also meant where a font does not say.
    let kind = top[Key.kind].last ?? 2
    guard kind == 2 else { throw Self.damaged }
    guard let shapesOffset = top[Key.shapes].last,
      let shapes = CFFIndex(table, at: shapesOffset)
    else { throw Self.damaged }
    self.shapes = shapes
    self.common = common
    self.unitsPerEm = unitsPerEm
    guard let fontsOffset = top[Key.fonts].last else {
      own = [Self.routines(of: top, in: table)]
      choice = nil
      return
    }
    guard let fonts = CFFIndex(table, at: fontsOffset), fonts.count <= Self.maximumFonts else {
      throw Self.damaged
    }
    own = (0..<fonts.count).map { index in
      guard let font = fonts[index] else { return nil }
      return Self.routines(of: CFFDictionary(font), in: table)
    }
    choice = try Self.choice(of: top, in: table)
  }

  /// Returns the bytes that name the font of each glyph; throws if they are of an unknown form.
  private static func choice(
    of top: CFFDictionary,
    in table: FontBytes
  ) throws(FontFailure) -> FontBytes {
    guard let offset = top[Key.choice].last, let choice = table.slice(from: offset) else {
      throw damaged
    }
    let isByGlyph = choice.u8(0) == 0
    let isByRange = choice.u8(0) == 3 && choice.u16(1) != nil
    guard isByGlyph || isByRange else { throw damaged }
    return choice
  }

  func glyph(_ index: Int) -> Glyph? {
    guard let program = shapes[index] else { return nil }
    let font = font(of: index)
    guard own.indices.contains(font) else { return nil }
    var drawing = Charstring(common: common, own: own[font], unitsPerEm: unitsPerEm)
    return drawing.draw(program)
  }

  /// Returns the subroutines of a font, or nil if it has none of its own.
  private static func routines(of font: CFFDictionary, in table: FontBytes) -> CFFIndex? {
    // The size and the offset of a second dictionary, which has the offset of the routines.
    let numbers = font[Key.dictionary]
    guard let size = numbers.first,
      let start = numbers.last,
      let dictionary = table.slice(from: start, count: size),
      let offset = CFFDictionary(dictionary)[Key.routines].last
    else { return nil }
    return CFFIndex(table, at: start + offset)
  }

  private func font(of glyph: Int) -> Int {
    guard let choice else { return 0 }
    // Either one byte per glyph, or ranges of glyphs.
    if choice.u8(0) == 0 { return choice.u8(1 + glyph) ?? 0 }
    let rangeCount = choice.u16(1) ?? 0
    let range = choice.lastRow(rangeCount, upTo: glyph) { choice.u16(3 + 3 * $0) }
    guard let range else { return 0 }
    return choice.u8(5 + 3 * range) ?? 0
  }
}
