/// The outlines of OpenType fonts with cubic curves: the table `CFF `.
struct CubicGlyphs: Sendable {
  private let shapes, common: CFFIndex
  /// The local subroutines of each font; only CID-keyed files have several fonts.
  private let own: [CFFIndex]
  private let choice: FontChoice
  private let unitsPerEm: Double

  private static let mostFonts = 256

  private enum Key {
    static let shapes = 17
    static let dictionary = 18
    static let routines = 19
    static let kind = 12 << 8 | 6
    static let fonts = 12 << 8 | 36
    static let choice = 12 << 8 | 37
  }

  init(_ table: FontBytes, unitsPerEm: Double) throws(FontFailure) {
    guard let headSize = table.u8(2), let names = CFFIndex(table, at: headSize),
      let tops = CFFIndex(table, at: names.end), let strings = CFFIndex(table, at: tops.end),
      let common = CFFIndex(table, at: strings.end), let top = tops[0].map(CFFDictionary.init),
      top.number(Key.kind) ?? 2 == 2,
      let shapes = top.number(Key.shapes).flatMap({ CFFIndex(table, at: $0) })
    else { throw .damaged(table: "CFF ") }
    self.shapes = shapes
    self.common = common
    self.unitsPerEm = unitsPerEm
    guard let place = top.number(Key.fonts) else {
      own = [Self.routines(of: top, in: table)]
      choice = .single
      return
    }
    guard let fonts = CFFIndex(table, at: place), fonts.count <= Self.mostFonts,
      let choice = top.number(Key.choice).flatMap({ FontChoice(table, at: $0) })
    else { throw .damaged(table: "CFF ") }
    own = (0..<fonts.count).map { index in
      fonts[index].map { Self.routines(of: CFFDictionary($0), in: table) } ?? .empty
    }
    self.choice = choice
  }

  /// Returns the shape of a glyph, or nil if its program is invalid.
  func glyph(_ index: Int) -> Glyph? {
    guard let program = shapes[index] else { return nil }
    let font = choice.font(of: index)
    guard own.indices.contains(font) else { return nil }
    var drawing = Charstring(common: common, own: own[font], unitsPerEm: unitsPerEm)
    return drawing.draw(program)
  }

  private static func routines(of font: CFFDictionary, in table: FontBytes) -> CFFIndex {
    guard let size = font.numbers(Key.dictionary).first, let place = font.number(Key.dictionary),
      let part = table.part(from: place, count: size),
      let offset = CFFDictionary(part).number(Key.routines)
    else { return .empty }
    return CFFIndex(table, at: place + offset) ?? .empty
  }
}

/// Selects the font of a glyph in a CID-keyed font.
enum FontChoice: Sendable {
  case single
  /// One byte per glyph.
  case bytes(FontBytes)
  /// Ranges of glyphs.
  case stretches(FontBytes, count: Int)

  init?(_ table: FontBytes, at place: Int) {
    guard let part = table.part(from: place) else { return nil }
    switch part.u8(0) {
    case 0: self = .bytes(part)
    case 3:
      guard let count = part.u16(1) else { return nil }
      self = .stretches(part, count: count)
    default: return nil
    }
  }

  func font(of glyph: Int) -> Int {
    switch self {
    case .single: return 0
    case .bytes(let part): return part.u8(1 + glyph) ?? 0
    case .stretches(let part, let count):
      let row = part.lastRow(count, upTo: glyph) { part.u16(3 + 3 * $0) }
      return row.flatMap { part.u8(5 + 3 * $0) } ?? 0
    }
  }
}
