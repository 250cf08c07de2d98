import Testing

@testable import Raster

@Test func `every letter of ASCII and Latin-1 is there`() {
  let scalars = Array(0x20...0x7E) + Array(0xA0...0xFF)
  for value in scalars where value != 0xAD {
    guard let scalar = Unicode.Scalar(value) else { continue }
    #expect(Alphabet.builtIn[Character(scalar)] != nil, "\(scalar)")
  }
}

@Test func `a letter is the same composed and decomposed`() {
  for pair in [("é", "e\u{301}"), ("ï", "i\u{308}"), ("Å", "A\u{30A}"), ("ç", "c\u{327}")] {
    let composed = Lettering(pair.0, size: 10)
    let decomposed = Lettering(pair.1, size: 10)
    #expect(composed.width == decomposed.width)
  }
}

@Test func `what fits is left alone, and what does not ends in an ellipsis`() throws {
  let whole = Lettering("Interview", size: 10)
  #expect(Lettering("Interview", size: 10, fitting: whole.width)?.text == "Interview")
  let shortened = try #require(Lettering("Interview", size: 10, fitting: whole.width - 1))
  #expect(shortened.text.hasSuffix("…"))
  #expect("Interview".hasPrefix(shortened.text.dropLast()))
  #expect(shortened.width <= whole.width - 1)
  #expect(Lettering("Interview", size: 10, fitting: 8) == nil)
}

@Test func `a text of a million letters is shortened in no time`() throws {
  let text = String(repeating: "W", count: 1_000_000)
  let line = try #require(Lettering(text, size: 10, fitting: 100))
  #expect(line.width <= 100)
}

@Test func `a text that cannot be spelled is told so`() {
  #expect(Lettering.spells("Intro"))
  #expect(Lettering.spells("Über Łódź"))
  #expect(!Lettering.spells("日本語"))
  #expect(!Lettering.spells(""))
}

@Test func `a letter looks as it did`() {
  var canvas = Canvas(width: 7, height: 9)
  for letter in Lettering("H", size: 10).outlines(at: Point(x: 1, y: 7.5)) {
    canvas.fill(letter, with: .color(Color(red: 0, green: 0, blue: 0)))
  }
  #expect(
    canvas.ascii == """
      .90..90
      .#0..#0
      .#000#0
      .#####0
      .#000#0
      .#0..#0
      .#0..#0
      .90..90
      .0...0.
      """)
}
