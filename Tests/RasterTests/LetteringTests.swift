import Testing

@testable import Raster

@Test func `every letter of ASCII and Latin-1 exists`() {
  let scalars = Array(0x20...0x7E) + Array(0xA0...0xFF)
  // 0xAD is the soft hyphen, which is invisible.
  for value in scalars where value != 0xAD {
    guard let scalar = Unicode.Scalar(value) else { continue }
    #expect(Alphabet.builtIn[LetterUnit(base: scalar)] != nil, "\(scalar)")
  }
}

@Test func `a letter is the same composed and decomposed`() {
  for pair in [
    ("é", "e\u{301}"),
    ("ï", "i\u{308}"),
    ("Å", "A\u{30A}"),
    ("ç", "c\u{327}"),
  ] {
    let composed = Lettering(pair.0, size: 10)
    let decomposed = Lettering(pair.1, size: 10)
    #expect(composed.width == decomposed.width)
  }
}

@Test func `fitting text is unchanged, other text ends in an ellipsis`() throws {
  let whole = Lettering("Interview", size: 10)
  #expect(Lettering("Interview", size: 10, fitting: whole.width)?.text == "Interview")
  let shortened = try #require(Lettering("Interview", size: 10, fitting: whole.width - 1))
  #expect(shortened.text.hasSuffix("…"))
  #expect("Interview".hasPrefix(shortened.text.dropLast()))
  #expect(shortened.width <= whole.width - 1)
  #expect(Lettering("Interview", size: 10, fitting: 8) == nil)
}

@Test func `a text of a million letters is shortened quickly`() throws {
  let text = String(repeating: "W", count: 1_000_000)
  let line = try #require(Lettering(text, size: 10, fitting: 100))
  #expect(line.width <= 100)
}

@Test(arguments: [
  ("e", "\u{301}"),
  ("", "e\u{301}"),
  ("", "👩‍👩‍👧‍👦"),
  ("", "\u{200D}"),
  ("", "\u{489}"),
])
// One letter with 100,000 marks, as many letters, and marks and joiners without any.
func `no text takes long to lay out`(start: String, rest: String) {
  let text = start + String(repeating: rest, count: 100_000)
  let seconds = processorSeconds {
    #expect(Lettering(text, size: 10).width < 100_000)
    #expect(Lettering(text, size: 10, fitting: 300).map { $0.width <= 300 } ?? true)
    _ = Typeface.builtIn.writes(text)
  }
  #expect(seconds < 2)
  let steps = Lettering(text, size: 10).outlines(at: Point(x: 0, y: 20))
    .reduce(0) { $0 + $1.steps.count }
  #expect(steps < 2_000_000)
}

@Test func `the number of marks on a letter is limited`() {
  let marks = { String(repeating: "\u{301}", count: $0) }
  let maximum = LetterUnits.maximumMarks
  #expect(LetterUnits("e" + marks(maximum + 9)).units == LetterUnits("e" + marks(maximum)).units)
  #expect(LetterUnits("e" + marks(maximum + 9) + "a").units.count == 2)
}

@Test(arguments: [
  "Zażółć gęślą jaźń", "Příliš žluťoučký kůň", "Árvíztűrő tükörfúrógép", "Șapte mâțe țopăie",
  "Gâvurun ağılı şişti", "Sævör grét áðan því úlpan", "Glāžšķūņa rūķīši", "Įlinkdama fechtuotojo",
  "Põdur Zagrebi tšellomängija", "Ċanga ħożż għażiż", "Čáhppes girjji ŧ ŋ đ",
  "D'fhuascail Íosa Úrmhac",
  "Llanfairpwll ŵ ŷ ẁ ẃ", "El pingüino l·lusió ŀ", "Größe ẞ", "Cœur œuvre ÿ", "Zəfər jaketini",
  "Гранит и базальт", "Съешь ещё этих мягких булок", "Чуєш їх, доцю, ґанок",
  "У Іўі худы жвавы чорт",
  "Љубазни фењерџија чађавог", "Ѕидарски пејзаж, ѓурѓа ќе", "Ах, чудна българска земьо",
  "Әрқашан ғылым үшін һәм ұқтым", "Ελληνικά & Ένα ταξίδι", "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία ΐ ΰ",
  "Ἰλιάς, ᾧ ἄνθρωπος, Ὀδύσσεια", "№ 3 – „Prélude“ … 5′ 12″ ♯ ♭",
])
func `the languages of Europe can be written`(text: String) {
  #expect(Typeface.builtIn.writes(text))
}

@Test func `Latin Extended-A, Greek and Russian Cyrillic exist`() {
  let ranges = [0x100...0x17F, 0x384...0x38A, 0x38E...0x3A1, 0x3A3...0x3CE, 0x400...0x45F]
  for value in ranges.joined() {
    guard let scalar = Unicode.Scalar(value) else { continue }
    #expect(Alphabet.builtIn[LetterUnit(base: scalar)] != nil, "\(scalar)")
  }
}

@Test func `a text with a missing letter is not written`() {
  #expect(Typeface.builtIn.writes("Intro"))
  #expect(!Typeface.builtIn.writes("日本語"))
  #expect(!Typeface.builtIn.writes("Part 1: 石"))
  #expect(!Typeface.builtIn.writes("שלום"))
  #expect(!Typeface.builtIn.writes(""))
  #expect(!Typeface.builtIn.writes("  "))
  #expect(!Typeface.builtIn.writes("🎉"))
}

@Test func `missing signs are skipped`() {
  #expect(Typeface.builtIn.writes("🎉 Party"))
  #expect(Lettering("🎉Party", size: 10).width == Lettering("Party", size: 10).width)
}

@Test func `letters equal the golden picture`() {
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
      """
  )
}
