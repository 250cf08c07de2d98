import Raster
import Testing
import Thumbnails

@testable import WavethumbLibrary
@testable import WavethumbOptions

/// Returns why a text is no value that `read` accepts, or nil if it is one.
private func refusal<Value>(
  of text: String,
  by read: (OptionText) throws -> Value
) -> ValueProblem? {
  do {
    _ = try read(OptionText(text))
    return nil
  } catch {
    return error as? ValueProblem
  }
}

// As scripts write them: with a sign, with leading zeros, or as decimal numbers.
@Test(arguments: [
  ("1", 1),
  ("+7", 7),
  ("007", 7),
  ("12.0", 12),
  ("9.", 9),
  ("100", 100),
])
func `an integer is parsed`(text: String, value: Int) throws {
  #expect(try OptionText(text).whole(in: 1...100) == value)
}

// Just beyond either end, and beyond what an integer of 64 bits holds.
@Test(arguments: [
  "0", "-1", "101", "99999999999999999999999999", "-99999999999999999999999999",
])
func `the message for an integer out of range names the range`(text: String) {
  let reason = refusal(of: text) { try $0.whole(in: 1...100) }
  #expect(reason == .outOfRange(lowest: "1", highest: "100"))
}

// What `Double` or a person takes for a number. Other digits than those of ASCII would be read by
// some parsers and not by others.
@Test(arguments: [
  "nan", "NaN", "inf", "-infinity", "0x10", "1e3", "1_000", " 1", "1 ", "--1", ".", "-", "1.2.3",
  "١", "½", "12px",
])
func `an invalid decimal number is rejected`(text: String) {
  let reason = refusal(of: text) { try $0.number(in: -1e9...1e9) }
  #expect(reason == .notANumber(decimalComma: false))
}

@Test func `the message for a decimal comma suggests a point`() {
  func reason(against text: String) -> ValueProblem? {
    refusal(of: text) { try $0.number(in: 0...1) }
  }
  #expect(reason(against: "0,5") == .notANumber(decimalComma: true))
  // Two commas are those of a list.
  #expect(reason(against: "1,2,3") == .notANumber(decimalComma: false))
}

@Test(arguments: [
  ("0.37", 0.37),
  (".5", 0.5),
  ("-0", 0),
  ("1", 1),
  ("0.000", 0),
])
func `a decimal number is parsed`(text: String, value: Double) throws {
  #expect(try OptionText(text).number(in: 0...1) == value)
}

@Test func `a huge number is out of range, not infinite`() {
  // As a double it is infinite.
  let huge = String(repeating: "9", count: 400)
  let reason = refusal(of: huge) { try $0.number(in: 0...2.5) }
  #expect(reason == .outOfRange(lowest: "0", highest: "2.5"))
}

// The units of GNU's `head`: with a B alone 1,000, otherwise 1,024. 8,192 TiB are 2^53 bytes, up to
// which a double has each integer.
@Test(arguments: [
  ("2GiB", 2 << 30),
  ("500M", 500 << 20),
  ("500MB", 500_000_000),
  ("1.5k", 1536),
  ("0", 0),
  ("17", 17),
  ("17b", 17),
  ("1tib", 1 << 40),
  ("8192TiB", 1 << 53),
])
func `a byte count is parsed with its unit`(text: String, bytes: Int) throws {
  #expect(try OptionText(text).byteCount() == bytes)
}

@Test(arguments: ["GiB", "2XB", "two", "1 G", "nan", "2GiBs", "1.2.3M", "+1G"])
func `an invalid byte count is rejected`(text: String) {
  #expect(refusal(of: text) { try $0.byteCount() } == .notAByteCount)
}

@Test(arguments: ["-1M", "99999999999T", "8193TiB"])
func `the message for a byte count out of range names the range`(text: String) {
  let reason = refusal(of: text) { try $0.byteCount() }
  #expect(reason == .outOfRange(lowest: "0", highest: "8192TiB"))
}

@Test(arguments: [
  ("0.37", Playhead.fraction(0.37)),
  ("0", .fraction(0)),
  ("1", .fraction(1)),
  ("1:23", .seconds(83)),
  ("1:02:03.5", .seconds(3723.5)),
  ("90:00", .seconds(5400)),
  ("0:00", .seconds(0)),
])
func `a playhead is a fraction or a time`(text: String, playhead: Playhead) throws {
  #expect(try OptionText(text).playhead() == playhead)
}

// 1:60 is more likely a slip than 2:00, and only seconds have a fraction.
@Test(arguments: ["1:", ":30", "1:60", "1:2:3:4", "1:-5", "1:2.5:3", "1:nan", "later", "1m20s"])
func `an invalid time is rejected`(text: String) {
  #expect(refusal(of: text) { try $0.playhead() } == .notATime)
}

@Test func `the message for a playhead beyond 1 shows the notation of times`() {
  // Beyond 1 it is more likely a number of seconds than a fraction.
  #expect(refusal(of: "83") { try $0.playhead() } == .secondsWithoutColon(time: "1:23"))
  #expect(refusal(of: "2") { try $0.playhead() } == .secondsWithoutColon(time: "0:02"))
}

@Test func `a time past the end is at the end`() {
  #expect(Playhead.seconds(30).fraction(ofSeconds: 60) == 0.5)
  #expect(Playhead.seconds(90).fraction(ofSeconds: 60) == 1)
  // Not a division by zero.
  #expect(Playhead.seconds(90).fraction(ofSeconds: 0) == 0)
}

@Test(arguments: [("598x120", 598, 120), ("1X16384", 1, 16_384)])
func `a size is parsed as two numbers`(text: String, width: Int, height: Int) throws {
  let size = try OptionText(text).size()
  #expect(size == ThumbnailSize(width: width, height: height))
}

@Test(arguments: ["598", "598x", "x", "1x2x3", "ax2", "1.5x2", ""])
func `an invalid size is rejected`(text: String) {
  #expect(refusal(of: text) { try $0.size() } == .notASize)
}

@Test(arguments: ["0x1", "1x0", "16385x1", "-5x3"])
func `the message for a size out of range names the range`(text: String) {
  let reason = refusal(of: text) { try $0.size() }
  #expect(reason == .outOfRange(lowest: "1", highest: "16384"))
}

@Test func `a gradient has at least two colors`() throws {
  #expect(try OptionText("#fff,tomato,#000").gradient().stops.count == 3)
  #expect(
    refusal(of: "tomato") { try $0.gradient() }
      == .gradientNeedsStops(lowest: 2, highest: 64)
  )
  #expect(refusal(of: "tomatoe,#fff") { try $0.gradient() } == .notAColor(nearest: "tomato"))
}

// Missing letters, beginnings of words, which count as abbreviations, a swap, and another ending.
@Test(arguments: [
  ("mirorbars", "mirroredBars"),
  ("mirror", "mirroredBars"),
  ("dancing", "dancingBars"),
  ("circle", "circular"),
  ("dot", "dots"),
  ("lien", "line"),
  ("bar", "bars"),
])
func `the message for a mistyped style suggests the most similar one`(
  typed: String,
  nearest: String
) {
  let reason = refusal(of: typed) { try ValueForm<[WaveformStyle]>.styles.read($0) }
  guard case .unknownWord(let proposal, _)? = reason else {
    Issue.record("\(typed) is accepted")
    return
  }
  #expect(proposal == nearest)
}

@Test func `a word without similar ones gets no suggestion`() {
  let choices = ["linear", "sqrt", "db"]
  #expect(SpellingSuggestion.to(Array("banana".utf8), among: choices) == nil)
  #expect(SpellingSuggestion.to([], among: choices) == nil)

  // Compared with every word, in a time that grows with the square of its length: not at all beyond
  // 48 bytes.
  let long = [UInt8](repeating: 0xFF, count: 100_000)
  #expect(SpellingSuggestion.to(long, among: choices) == nil)
}
