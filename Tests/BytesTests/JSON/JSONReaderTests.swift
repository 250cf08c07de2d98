import Testing

@testable import WavethumbBytes

struct JSONReaderTests {
  private func read(_ text: String) throws(JSONFailure) -> JSONValue {
    try JSONValue(Array(text.utf8))
  }

  @Test func `every kind of JSON value is read`() throws {
    let value = try read(
      #" { "a" : [ 1 , -2.5e1 , true , false , null ] , "b" : { } , "c" : "x" , "d" : [ ] } "#
    )
    #expect(
      value["a"]
        == .array([.integer(1), .number(-25), .bool(true), .bool(false), .null])
    )
    #expect(value["b"] == .object([]))
    #expect(value["c"]?.string == "x")
    #expect(value["d"]?.array == [])
    #expect(value["e"] == nil)
    #expect(value["c"]?["c"] == nil)
  }

  @Test func `the last of equal JSON names counts`() throws {
    #expect(try read(#"{"a":1,"a":2}"#)["a"] == .integer(2))
  }

  @Test func `JSON escapes are decoded and half surrogates replaced`() throws {
    #expect(
      try read(#""\"\\\/\b\f\n\r\t\u0041\u00e9\uD83D\uDE00""#).string == "\"\\/\u{8}\u{C}\n\r\tAé😀"
    )
    #expect(try read(#""\ud83d""#).string == "\u{FFFD}")
    #expect(try read(#""\ud83d\u0041""#).string == "\u{FFFD}A")
    #expect(try read(#""\ude00\ud83d\ud83d\ude00""#).string == "\u{FFFD}\u{FFFD}😀")
    #expect(try JSONValue([34, 0x61, 0xFF, 34]).string == "a\u{FFFD}")
  }

  @Test func `JSON numbers are exact`() throws {
    #expect(try read("9223372036854775807").int == .max)
    #expect(try read("-9223372036854775808").int == .min)
    #expect(try read("9223372036854775808").double == 9223372036854775808)
    #expect(try read("-0") == .integer(0))
    #expect(try read("12.0").int == 12)
    #expect(try read("1.5").int == nil)
    #expect(try read("1e99").int == nil)

    for text in ["0.1", "0.0131", "3.14159265358979", "123456.789012345", "1.7976931348623157e308"]
    {
      #expect(try read(text).double == Double(text))
    }

    var scatter: UInt64 = 1
    for _ in 0..<500 {
      scatter = scatter &* 6_364_136_223_846_793_005 &+ 1
      let value = Double(scatter >> 11) / Double(1 << (scatter & 63 | 1))
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
    let sound = Array(#"{"a":[1,-2.5e1,"x\u00e9\n",{"b":null,"c":[true,false]}],"d":"é"}"#.utf8)
    var scatter: UInt64 = 9
    for _ in 0..<4000 {
      var mangled = sound
      for _ in 0...(scatter >> 60 & 3) {
        scatter = scatter &* 6_364_136_223_846_793_005 &+ 1
        mangled[Int(scatter >> 33) % mangled.count] = UInt8(truncatingIfNeeded: scatter >> 25)
      }
      mangled.removeLast(Int(scatter >> 50 & 7))
      _ = Result { () throws(JSONFailure) in try JSONValue(mangled) }
    }
  }
}
