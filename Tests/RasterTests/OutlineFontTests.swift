import Testing

@testable import Raster

private func typeface(_ file: FontFile) throws -> Typeface {
  Typeface(font: try OutlineFont(file.bytes))
}

private func canvas(_ text: String, in file: FontFile) throws -> Canvas {
  let line = Lettering(text, size: 10, in: try typeface(file))
  var canvas = Canvas(width: Int(line.width.rounded(.up)), height: 7)
  for letter in line.outlines(at: Point(x: 0, y: 5.5)) {
    canvas.fill(letter, with: .color(black))
  }
  return canvas
}

@Test(arguments: [false, true])
func `a letter of a font is on the baseline`(longMap: Bool) throws {
  #expect(
    try canvas("A", in: FontFile(longMap: longMap)).ascii == """
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
  #expect(
    try canvas("石", in: FontFile()).ascii == """
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
  #expect(try typeface(FontFile(longMap: true)).writes("\u{20000}"))
  #expect(try !typeface(FontFile()).writes("\u{20000}"))
}

@Test func `kerning moves pairs`() throws {
  func width(kernedBy distance: Int?) throws -> Double {
    let kern = distance.map { FontFile.kern(by: $0) }
    return Lettering("AB", size: 10, in: try typeface(FontFile(kern: kern))).width
  }
  let plain = try width(kernedBy: nil)
  // 200 of 1,000 units at size 10.
  #expect(abs(plain - (try width(kernedBy: -200)) - 2) < 1e-9)
  // However small the kerning distance, letters do not overlap.
  #expect(try width(kernedBy: -30_000) >= 1)
}

@Test func `a word uses one typeface if it has all letters`() throws {
  let face = try typeface(FontFile())
  let lettering = Lettering("A Ax", size: 10, in: face)
  // The word with the missing letter is about as wide as in the built-in face.
  let built = Lettering("Ax", size: 10).width - 0.105 * 10
  let firstWord = Lettering("A ", size: 10, in: face).width
  #expect(abs(lettering.width - firstWord - built) < 3)
  #expect(face.writes("石 und A"))
  #expect(!face.writes("頭"))
}

@Test(arguments: ["שלום", "مرحبا", "नमस्ते", "สวัสดี", "\u{202E}שלום", "Session 3: שלום"])
func `scripts that need more than a font are not written`(text: String) throws {
  var file = FontFile(longMap: true)
  // A font that claims to have every character: its letters exist, but they would be drawn in the
  // wrong order, or unconnected.
  let all = (first: 0, last: 0x10FFFF, glyph: 1)
  file.replace("cmap", with: FontFile.groupMap([all]))
  file.replace("maxp", with: long(0x10000) + short(4))
  #expect(!(try typeface(file).writes(text)))
}

@Test func `a recursive glyph is rejected`() throws {
  let seconds = try processorSeconds {
    let face = try typeface(FontFile(third: FontFile.endless))
    #expect(face.font?.glyph(3) == nil)
    // The built-in letter is used instead.
    #expect(face.writes("B"))
  }
  // A guess, far above the milliseconds that it takes and far below 31 to any power.
  #expect(seconds < 1)
}

@Test func `a file that is not a font is rejected with its kind`() {
  #expect(throws: FontFailure.notAFont) { try OutlineFont([]) }
  #expect(throws: FontFailure.notAFont) { try OutlineFont(Array("Not a font at all".utf8)) }
  #expect(throws: FontFailure.packed) { try OutlineFont(Array("wOF2".utf8) + [0, 1, 0, 0]) }
  var file = FontFile()
  file.tables.removeAll { $0.tag == "glyf" }
  #expect(throws: FontFailure.missing(table: "glyf")) { try OutlineFont(file.bytes) }
}

@Test func `a truncated font is read as far as possible, or rejected`() {
  let bytes = FontFile(kern: FontFile.kern(by: -200)).bytes
  for count in bytes.indices {
    do {
      let face = Typeface(font: try OutlineFont(Array(bytes[..<count])))
      _ = Lettering("AB石 x", size: 10, in: face).outlines(at: Point(x: 0, y: 0))
    } catch {
      #expect(error != .packed)
    }
  }
}
