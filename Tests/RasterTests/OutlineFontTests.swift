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
  let plain = Lettering("AB", size: 10, in: try typeface(FontFile()))
  let near = Lettering("AB", size: 10, in: try typeface(FontFile(kern: FontFile.kern(by: -200))))
  #expect(abs(plain.width - near.width - 2) < 1e-9)
  // However small the kerning distance, letters do not overlap.
  let nearest = Lettering(
    "AB",
    size: 10,
    in: try typeface(FontFile(kern: FontFile.kern(by: -30_000)))
  )
  #expect(nearest.width >= 1)
}

@Test func `a word uses one typeface if it has all letters`() throws {
  let face = try typeface(FontFile())
  let lettering = Lettering("A Ax", size: 10, in: face)
  let built = Lettering("Ax", size: 10).width - 0.105 * 10
  #expect(abs(lettering.width - Lettering("A ", size: 10, in: face).width - built) < 3)
  #expect(face.writes("石 und A"))
  #expect(!face.writes("頭"))
}

@Test(arguments: ["שלום", "مرحبا", "नमस्ते", "สวัสดี", "\u{202E}שלום", "Session 3: שלום"])
func `scripts that need more than a font are not written`(text: String) throws {
  var file = FontFile(longMap: true)
  // A font that claims to have every character.
  let all = long(0) + long(0x10FFFF) + long(1)
  file.replace(
    "cmap",
    with: short(0) + short(1) + short(3) + short(10) + long(12) + short(12) + short(0) + long(28)
      + long(0) + long(1) + all
  )
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
