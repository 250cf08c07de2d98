import Testing

@testable import WavethumbBytes

struct JSONReaderTests {
  private func read(_ text: String) throws(JSONFailure) -> JSONValue {
    try JSONValue(Array(text.utf8))
  }

  @Test func `every kind of JSON value is read`() throws {
    // Blanks wherever JSON allows them.
    let value = try read(
      #" { "a" : [ 1 , -2.5e1 , true , false , null ] , "b" : { } , "c" : "x" , "d" : [ ] } "#
    )
    let elements: [JSONValue] = [.integer(1), .number(-25), .bool(true), .bool(false), .null]
    #expect(value["a"] == .array(elements))
    #expect(value["b"] == .object([]))
    #expect(value["c"]?.string == "x")
    #expect(value["d"]?.array == [])

    // A member that is missing, and a member of what is no object.
    #expect(value["e"] == nil)
    #expect(value["c"]?["c"] == nil)
  }

  @Test func `the last of equal JSON names counts`() throws {
    #expect(try read(#"{"a":1,"a":2}"#)["a"] == .integer(2))
  }

  @Test func `JSON escapes are decoded and half surrogates replaced`() throws {
    // All escapes of the standard, the last in two halves of UTF-16.
    let escapes = #""\"\\\/\b\f\n\r\t\u0041\u00e9\uD83D\uDE00""#
    #expect(try read(escapes).string == "\"\\/\u{8}\u{C}\n\r\tAé😀")

    // Half a pair is no character, and JavaScript writes it all the same. What follows it must not
    // be swallowed: a letter, or the first half of a whole pair.
    #expect(try read(#""\ud83d""#).string == "\u{FFFD}")
    #expect(try read(#""\ud83d\u0041""#).string == "\u{FFFD}A")
    #expect(try read(#""\ude00\ud83d\ud83d\ude00""#).string == "\u{FFFD}\u{FFFD}😀")

    // A byte that UTF-8 never has, between quotes.
    let quote = UInt8(ascii: "\"")
    let invalid: [UInt8] = [quote, UInt8(ascii: "a"), 0xFF, quote]
    #expect(try JSONValue(invalid).string == "a\u{FFFD}")
  }

  @Test func `JSON numbers are exact`() throws {
    // The ends of 64 bits: a double would round the first to the third.
    #expect(try read("9223372036854775807").int == .max)
    #expect(try read("-9223372036854775808").int == .min)
    #expect(try read("9223372036854775808").double == 9223372036854775808)

    // Other programs write integers with a sign or a fraction.
    #expect(try read("-0") == .integer(0))
    #expect(try read("12.0").int == 12)
    #expect(try read("1.5").int == nil)
    #expect(try read("1e99").int == nil)

    // Up to fifteen digits are divided by a power of ten, and others go to Swift's own parser: both
    // must give the nearest double.
    for text in ["0.1", "0.0131", "3.14159265358979", "123456.789012345", "1.7976931348623157e308"]
    {
      #expect(try read(text).double == Double(text))
    }

    var random = LinearCongruence(state: 1)
    for _ in 0..<500 {
      let bits = random.next()
      // 53 bits are all that a double has; the power of two moves the point by up to 63 of them.
      let value = Double(bits >> 11) / Double(1 << (bits & 63 | 1))
      #expect(try read(value.description).double == value)
    }
  }

  @Test(arguments: [
    "", " ", "{", "[", "[1", "[1,", "[1,]", "{\"a\"", "{\"a\":", "{\"a\":1,}", "{a:1}", "{1:1}",
    "\"", "\"a", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12G4\"", "\"\n\"", "tru", "truth", "nul",
    "+1", "01", "-01", "-", "1.", ".5", "1e", "1e+", "1e999", "-1e999", "NaN", "Infinity", "0x1",
    "1 2", "[1 2]", "{} {}", "]", ",", "'a'", "\u{FEFF}", "[1]x", "/* */1",
  ])
  func `invalid JSON is rejected`(text: String) {
    #expect(throws: JSONFailure.self) { try read(text) }
  }

  // A million levels exhaust the stack of a reader without a limit. The 64th is the last: its
  // bracket is at offset 63, and that of the object behind 63 names of five bytes.
  @Test func `the nesting of JSON is limited`() throws {
    let open = String(repeating: "[", count: 64)
    #expect(throws: Never.self) { try read(open + String(repeating: "]", count: 64)) }
    #expect(throws: JSONFailure(reason: .tooDeep, offset: 64)) {
      try read(String(repeating: "[", count: 1_000_000))
    }
    #expect(throws: JSONFailure(reason: .tooDeep, offset: 64 * 5)) {
      try read(String(repeating: #"{"a":"#, count: 1_000_000))
    }
  }

  @Test func `a JSON failure has its offset`() {
    #expect(throws: JSONFailure(reason: .unexpected, offset: 4)) { try read("[1, x]") }
    #expect(throws: JSONFailure(reason: .controlCharacter, offset: 2)) { try read("\"a\u{1}\"") }
  }

  @Test func `reading a text of escapes can be stopped`() {
    // One value of 10,000 escapes. It is looked at every 1,024 steps: if only values were steps, a
    // text of 64 MiB would be read to its end after a signal.
    let bytes = Array(("\"" + String(repeating: #"\u00e9"#, count: 10_000) + "\"").utf8)
    var looks = 0
    #expect(throws: JSONFailure.self) {
      try JSONValue(bytes) {
        looks += 1
        return looks == 5
      }
    }
    #expect(looks == 5)
  }

  @Test func `mangled JSON is rejected or read, without a crash`() {
    let whole = Array(#"{"a":[1,-2.5e1,"x\u00e9\n",{"b":null,"c":[true,false]}],"d":"é"}"#.utf8)
    var random = LinearCongruence(state: 9)
    var readCount = 0
    for _ in 0..<4000 {
      var mangled = whole
      // One to four bytes are changed, and up to seven are missing at the end.
      for _ in 0...(random.state >> 60 & 3) {
        let bits = random.next()
        mangled[Int(bits >> 33) % mangled.count] = UInt8(truncatingIfNeeded: bits >> 25)
      }
      mangled.removeLast(Int(random.state >> 50 & 7))

      let result = Result { () throws(JSONFailure) in try JSONValue(mangled) }
      if case .success = result {
        readCount += 1
      }
    }
    // 29 are valid, as a letter of a text may be any other. A reader that rejects all would pass
    // without this.
    #expect(readCount > 20)
  }
}

/// Pseudo-random numbers, with the constants of Knuth's MMIX.
// Not those of `TestSupport`: these tests depend on nothing but the bytes under test.
private struct LinearCongruence {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1
    return state
  }
}
