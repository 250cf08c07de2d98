import Testing

@testable import Raster

extension Typeface {
  fileprivate init(_ file: FontFile) throws {
    self.init(font: try OutlineFont(file.bytes))
  }
}

/// Draws a text at a size of 10 pixels: 100 units of the font are a pixel.
private func canvas(_ text: String, in file: FontFile) throws -> Canvas {
  let line = Lettering(text, size: 10, in: try Typeface(file))
  var canvas = Canvas(width: Int(line.width.rounded(.up)), height: 7)
  for letter in line.outlines(at: Point(x: 0, y: 5.5)) {
    canvas.fill(letter, with: .color(black))
  }
  return canvas
}

@Test(arguments: [false, true])
func `a letter of a font is on the baseline`(longMap: Bool) throws {
  let letter = try canvas("A", in: FontFile(longMap: longMap))
  // A square of 500 units with an advance of 600.
  #expect(
    letter.ascii == """
      ......
      #####.
      #####.
      #####.
      #####.
      #####.
      ......
      """
  )
}

@Test func `a letter may be composed of others`() throws {
  let letter = try canvas("石", in: FontFile())
  // The second square has half the side of the first: 2.5 pixels.
  #expect(
    letter.ascii == """
      ..........
      #####.....
      #####.....
      #####.552.
      #####.##5.
      #####.##5.
      ..........
      """
  )
}

@Test func `characters beyond the basic plane are found in groups`() throws {
  let character = "\u{20000}"
  #expect(try Typeface(FontFile(longMap: true)).writes(character))
  #expect(try !Typeface(FontFile(longMap: false)).writes(character))
}

@Test func `kerning moves pairs`() throws {
  func width(kernedBy distance: Int?) throws -> Double {
    let kern = distance.map { FontFile.kern(by: $0) }
    let face = try Typeface(FontFile(kern: kern))
    return Lettering("AB", size: 10, in: face).width
  }
  // 200 of 1,000 units at size 10.
  let moved = try width(kernedBy: nil) - width(kernedBy: -200)
  #expect(abs(moved - 2) < 1e-9)
  // However small the kerning distance, letters do not overlap.
  #expect(try width(kernedBy: -30_000) >= 1)
}

@Test func `a word uses one typeface if it has all letters`() throws {
  let face = try Typeface(FontFile())
  let start = Point(x: 0, y: 10)
  let own = try #require(Lettering("A", size: 10, in: face).outlines(at: start).first)
  let builtIn = try #require(Lettering("A", size: 10).outlines(at: start).first)
  try #require(own.steps.count != builtIn.steps.count)

  // The font lacks an `x`, so that the second word is in the built-in face.
  let letters = Lettering("A Ax", size: 10, in: face).outlines(at: start)
  try #require(letters.count == 4)
  #expect(letters[0] == own)
  #expect(letters[2].steps.count == builtIn.steps.count)
}

@Test func `a text may have letters of the font and built-in ones`() throws {
  let face = try Typeface(FontFile())
  #expect(face.writes("石 und A"))
  #expect(!face.writes("頭"))
}

// A font that claims to have every character: its letters exist, but they would be drawn in the wrong
// order, or unconnected.
@Test(arguments: ["שלום", "مرحبا", "नमस्ते", "สวัสดี", "\u{202E}שלום", "Session 3: שלום"])
func `scripts that need more than a font are not written`(text: String) throws {
  var file = FontFile()
  let glyphCount = 0x2100
  let everything = (first: 0, last: glyphCount - 1, glyph: 0)
  file.replace("cmap", with: FontFile.groupMap([everything]))
  file.replace("loca", with: FontFile.emptyGlyphs(count: glyphCount))
  file.replace("maxp", with: FontFile.maximumProfile(glyphCount: glyphCount))
  let face = try Typeface(file)
  // Armenian needs no shaping, and the built-in letters lack it.
  #expect(face.writes("Հայ"))
  #expect(!face.writes(text))
}

@Test func `a recursive glyph is rejected`() throws {
  let seconds = try processorSeconds {
    let face = try Typeface(FontFile(third: FontFile.endless))
    #expect(face.font?.glyph(3) == nil)
    // The built-in letter is used instead.
    #expect(face.writes("B"))
  }
  // Far above the milliseconds that it takes and far below 31 to any power.
  #expect(seconds < 1)
}

@Test func `a file that is not a font is rejected with its kind`() {
  #expect(throws: FontFailure.notAFont) {
    try OutlineFont([])
  }
  #expect(throws: FontFailure.notAFont) {
    try OutlineFont(Array("Not a font at all".utf8))
  }
  let webFont = Array("wOF2".utf8) + [0, 1, 0, 0]
  #expect(throws: FontFailure.packed) {
    try OutlineFont(webFont)
  }

  var file = FontFile()
  file.tables.removeAll { $0.tag == "glyf" }
  #expect(throws: FontFailure.missing(table: "glyf")) {
    try OutlineFont(file.bytes)
  }
}

// Each length, so that each table ends in each of its fields.
@Test func `a truncated font is read as far as possible, or rejected`() {
  let bytes = FontFile(kern: FontFile.kern(by: -200)).bytes
  for count in bytes.indices {
    let truncated = Array(bytes[..<count])
    do {
      let face = Typeface(font: try OutlineFont(truncated))
      let line = Lettering("AB石 x", size: 10, in: face)
      #expect(line.width.isFinite)
      _ = line.outlines(at: Point(x: 0, y: 0))
    } catch {
      #expect(error != .packed)
    }
  }
}
