import TestSupport
import Testing

@testable import WavethumbLibrary
import WavethumbBytes

// Escape sequences, 8-bit controls, marks that turn the writing direction, and invisible tags: what a
// file name may do to a terminal.
@Test(arguments: [
  ("Show/ep 1 (live).mp3", "Show/ep 1 (live).mp3"),
  ("Björk – Jóga.flac", "Björk – Jóga.flac"),
  ("ひらがな👩‍👩‍👧.ogg", "ひらがな👩‍👩‍👧.ogg"),
  ("a\u{1B}[31mred\u{7}", #"a\x1b[31mred\x07"#),
  ("two\nlines\tand\rmore", #"two\nlines\tand\rmore"#),
  ("\u{7F}\u{9B}2J", #"\x7f\u{9b}2J"#),
  ("gpj\u{202E}3pm", #"gpj\u{202e}3pm"#),
  ("\u{2066}a\u{2069}\u{200F}\u{2028}", #"\u{2066}a\u{2069}\u{200f}\u{2028}"#),
  ("\u{FEFF}\u{E0041}", #"\u{feff}\u{e0041}"#),
  ("", ""),
])
func `a printed name cannot control the terminal`(name: String, shown: String) {
  #expect(PrintableName.text(Array(name.utf8)) == shown)
}

// A byte that never occurs, cut sequences, an overlong zero, half of a surrogate pair, and a number
// beyond the last scalar.
@Test(
  arguments: [
    ([0x61, 0xFF, 0x62], #"a\xffb"#),
    ([0xC3], #"\xc3"#),
    ([0xE2, 0x82, 0x41], #"\xe2\x82A"#),
    ([0xC0, 0x80], #"\xc0\x80"#),
    ([0xED, 0xA0, 0x80], #"\xed\xa0\x80"#),
    ([0xF4, 0x90, 0x80, 0x80], #"\xf4\x90\x80\x80"#),
  ] as [([UInt8], String)]
)
func `invalid UTF-8 is printed as numbers`(name: [UInt8], shown: String) {
  #expect(PrintableName.text(name) == shown)
}

@Test func `no name prints a control byte`() {
  // Any bytes, valid UTF-8 or not: C0, delete, and C1, which a terminal of eight bits obeys as well.
  var generator = SeededNumbers(seed: 1)
  for _ in 0..<2000 {
    let length = Int.random(in: 0...24, using: &generator)
    let name = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let controls = PrintableName.text(name).unicodeScalars.filter { scalar in
      scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }
    #expect(controls.isEmpty, "\(name)")
  }
}

@Test(arguments: [
  (0, "0"),
  (999, "999"),
  (1000, "1,000"),
  (1_234_567, "1,234,567"),
  (-1234, "-1,234"),
])
func `numbers are grouped by thousands`(number: Int, text: String) {
  #expect(Numerals.grouped(number) == text)
}

// 59.96 is rounded before it is divided, or it would be "0:60". A forged length may be infinite or no
// number, neither of which becomes an integer; the largest that is shown is 10^15 seconds.
@Test(
  arguments: [
    (0.0, "0:00", "0.0 s"),
    (7.26, "0:07", "7.3 s"),
    (59.96, "1:00", "1:00"),
    (130, "2:10", "2:10"),
    (3730, "1:02:10", "1:02:10"),
    (.infinity, "277777777777:46:40", nil),
    (.nan, "0:00", nil),
    (-5, "0:00", nil),
  ] as [(Double, String, String?)]
)
func `durations are formatted as clock times`(seconds: Double, clock: String, span: String?) {
  #expect(Numerals.clock(seconds) == clock)
  if let span {
    #expect(Numerals.span(seconds) == span)
  }
}

// The last one is a byte less than a mebibyte, and must not be "1,024 KiB".
@Test(arguments: [
  (0, "0 bytes"),
  (1, "1 byte"),
  (1023, "1,023 bytes"),
  (1024, "1 KiB"),
  (1536, "1.5 KiB"),
  (2 << 30, "2 GiB"),
  (Int.max, "8 EiB"),
  ((1 << 20) - 1, "1 MiB"),
])
func `sizes use factors of 1024`(bytes: Int, text: String) {
  #expect(Numerals.bytes(bytes) == text)
}
