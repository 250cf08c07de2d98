import Testing

@testable import Raster

@Test func `every letter of ASCII and Latin-1 exists`() {
  let softHyphen: Unicode.Scalar = "\u{AD}"
  for value in [0x20...0x7E, 0xA0...0xFF].joined() {
    guard let scalar = Unicode.Scalar(value), scalar != softHyphen else { continue }
    #expect(Alphabet.builtIn[LetterUnit(base: scalar)] != nil, "\(scalar)")
  }
}

@Test(arguments: [
  (composed: "é", decomposed: "e\u{301}"),
  (composed: "ï", decomposed: "i\u{308}"),
  (composed: "Å", decomposed: "A\u{30A}"),
  (composed: "ç", decomposed: "c\u{327}"),
])
func `a letter is the same composed and decomposed`(composed: String, decomposed: String) {
  let start = Point(x: 0, y: 10)
  let one = Lettering(composed, size: 10).outlines(at: start)
  let other = Lettering(decomposed, size: 10).outlines(at: start)
  #expect(one == other)
}

@Test func `fitting text is unchanged, other text ends in an ellipsis`() throws {
  let text = "Interview"
  let width = Lettering(text, size: 10).width
  #expect(Lettering(text, size: 10, fitting: width)?.text == text)

  let shortened = try #require(Lettering(text, size: 10, fitting: width - 1))
  #expect(shortened.text.hasSuffix("…"))
  let beginning = shortened.text.dropLast()
  #expect(text.hasPrefix(beginning))
  #expect(shortened.width <= width - 1)

  // Too narrow for two letters and the ellipsis.
  #expect(Lettering(text, size: 10, fitting: 8) == nil)
}

// A text comes from the tags of a recording, so that it may be as long as the file.
@Test func `a text of a million letters is read only in part`() throws {
  let text = String(repeating: "W", count: 1_000_000)
  let whole = Lettering(text, size: 10)
  // Each `W` is a byte.
  #expect(whole.outlines(at: Point(x: 0, y: 10)).count == LetterUnits.maximumBytes)

  let line = try #require(Lettering(text, size: 10, fitting: 100))
  #expect(line.width <= 100)
}

// A part of the text would fit: what was not read is missing all the same.
@Test func `a text that was read in part ends in an ellipsis however wide the picture is`() throws {
  let text = String(repeating: "i", count: LetterUnits.maximumBytes + 1)
  let line = try #require(Lettering(text, size: 10, fitting: 1_000_000))
  #expect(line.text.hasSuffix("…"))
}

// One letter with 100,000 marks, as many letters, and marks and joiners without any.
@Test(arguments: [
  (start: "e", repeated: "\u{301}"),
  (start: "", repeated: "e\u{301}"),
  (start: "", repeated: "👩‍👩‍👧‍👦"),
  (start: "", repeated: "\u{200D}"),
  (start: "", repeated: "\u{489}"),
])
func `no text takes long to lay out`(start: String, repeated: String) {
  let text = start + String(repeating: repeated, count: 100_000)
  let seconds = processorSeconds {
    #expect(Lettering(text, size: 10).width < 100_000)
    if let shortened = Lettering(text, size: 10, fitting: 300) {
      #expect(shortened.width <= 300)
    }
    _ = Typeface.builtIn.writes(text)
  }
  // Milliseconds here. For what is quadratic in 100,000 letters.
  #expect(seconds < 2)

  let outlines = Lettering(text, size: 10).outlines(at: Point(x: 0, y: 20))
  let stepCount = outlines.reduce(0) { $0 + $1.steps.count }
  // 38,000 at most, those of 4,096 bytes; all letters would have 2.8 million.
  #expect(stepCount < 100_000)
}

@Test func `the number of marks on a letter is limited`() {
  let maximum = LetterUnits.maximumMarks
  let allowed = String(repeating: "\u{301}", count: maximum)
  let tooMany = String(repeating: "\u{301}", count: maximum + 9)
  #expect(LetterUnits("e" + tooMany).units == LetterUnits("e" + allowed).units)
  // The letter behind them is still read.
  #expect(LetterUnits("e" + tooMany + "a").units.count == 2)
}

// One line a language: its letters that English lacks.
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
  // Unassigned characters of the Greek block are left out.
  let ranges = [0x100...0x17F, 0x384...0x38A, 0x38E...0x3A1, 0x3A3...0x3CE, 0x400...0x45F]
  for value in ranges.joined() {
    guard let scalar = Unicode.Scalar(value) else { continue }
    #expect(Alphabet.builtIn[LetterUnit(base: scalar)] != nil, "\(scalar)")
  }
}

@Test func `a text with a missing letter is not written`() {
  let face = Typeface.builtIn
  #expect(face.writes("Intro"))
  #expect(!face.writes("日本語"))
  #expect(!face.writes("Part 1: 石"))
  #expect(!face.writes("שלום"))
}

@Test func `a text without letters is not written`() {
  let face = Typeface.builtIn
  #expect(!face.writes(""))
  #expect(!face.writes("  "))
  #expect(!face.writes("🎉"))
}

@Test func `missing signs are skipped`() {
  #expect(Typeface.builtIn.writes("🎉 Party"))
  let withSign = Lettering("🎉Party", size: 10)
  let without = Lettering("Party", size: 10)
  #expect(withSign.width == without.width)
}

@Test func `a letter equals its golden picture`() {
  var canvas = Canvas(width: 7, height: 9)
  for letter in Lettering("H", size: 10).outlines(at: Point(x: 1, y: 7.5)) {
    canvas.fill(letter, with: .color(black))
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
