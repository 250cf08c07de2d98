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

/// A list of byte strings in the table `CFF `.
struct CFFIndex: Sendable {
  let count: Int
  /// The offset after the list.
  private(set) var end: Int
  private let bytes: FontBytes
  private let offsets: Int
  private let offsetSize: Int

  // A count in two bytes, the size of an offset in one, the offsets, and the strings.
  init?(_ table: FontBytes, at start: Int) {
    guard let count = table.u16(start) else { return nil }
    self.count = count
    bytes = table
    offsets = start + 3
    offsetSize = table.u8(start + 2) ?? 0
    end = start + 2
    // An empty list consists of its count.
    guard count > 0 else { return }
    // One offset more than strings: the last one is the end of the last string.
    guard (1...4).contains(offsetSize), let last = offset(count) else { return nil }
    end += (count + 1) * offsetSize + last
  }

  subscript(index: Int) -> FontBytes? {
    // The index comes from a program or a dictionary, so that it may be anything.
    guard index >= 0, index < count else { return nil }
    guard let start = offset(index), let end = offset(index + 1), end >= start else { return nil }
    // Offsets are counted from the byte before the strings.
    let origin = offsets + (count + 1) * offsetSize - 1
    return bytes.slice(from: origin + start, count: end - start)
  }

  private func offset(_ index: Int) -> Int? {
    var value = 0
    for byte in 0..<offsetSize {
      guard let next = bytes.u8(offsets + index * offsetSize + byte) else { return nil }
      value = value << 8 | next
    }
    return value
  }
}

/// Numbers by key in the table `CFF `.
struct CFFDictionary {
  private var entries: [Int: [Int]] = [:]

  // The largest number of operands in the specification.
  private static let maximumNumbers = 48

  // An operator stands behind its operands. A damaged entry ends the dictionary: what it needs of the
  // rest is missing then, and the font is refused.
  init(_ bytes: FontBytes) {
    var offset = 0
    var numbers: [Int] = []
    while let byte = bytes.u8(offset) {
      offset += 1
      switch byte {
      case 12:
        // The first byte of a key of two.
        let second = bytes.u8(offset) ?? 0
        entries[12 << 8 | second] = numbers
        numbers = []
        offset += 1
      case 0...21:
        entries[byte] = numbers
        numbers = []
      default:
        guard numbers.count < Self.maximumNumbers,
          let number = Self.number(after: byte, in: bytes, at: &offset)
        else { return }
        numbers.append(number)
      }
    }
  }

  /// Returns the numbers of a key: usually one, in one case a size before an offset.
  subscript(key: Int) -> [Int] { entries[key] ?? [] }

  private static func number(
    after first: Int,
    in bytes: FontBytes,
    at offset: inout Int
  ) -> Int? {
    switch first {
    case 29:
      defer { offset += 4 }
      return bytes.u32(offset).map { Int(Int32(truncatingIfNeeded: $0)) }
    case 30:
      // A decimal number, used only by keys that are ignored: two digits per byte, ended by 0xF.
      while let digits = bytes.u8(offset) {
        offset += 1
        if digits & 0xF == 0xF || digits >> 4 == 0xF { return 0 }
      }
      return nil
    default: return bytes.packedNumber(after: first, at: &offset)
    }
  }
}

extension FontBytes {
  /// Reads a number of one, two or three bytes in programs and dictionaries of the table `CFF `.
  // The first byte gives the size: small numbers, of which there are most, have one byte.
  func packedNumber(after first: Int, at offset: inout Int) -> Int? {
    switch first {
    case 28:
      defer { offset += 2 }
      return i16(offset)
    case 32...246: return first - 139
    case 247...250:
      defer { offset += 1 }
      return u8(offset).map { (first - 247) * 256 + $0 + 108 }
    case 251...254:
      defer { offset += 1 }
      return u8(offset).map { -(first - 251) * 256 - $0 - 108 }
    default: return nil
    }
  }
}
