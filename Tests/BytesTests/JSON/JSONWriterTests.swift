import Testing
import WavethumbBytes

struct JSONWriterTests {
  /// Returns what a closure writes.
  private func json(
    in layout: JSONWriter.Layout = .compact,
    writtenBy write: (inout JSONWriter) -> Void
  ) -> String {
    var writer = JSONWriter(layout)
    write(&writer)
    return String(decoding: writer.take(), as: UTF8.self)
  }

  private func writeSample(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("version", 1)
      writer.member("styles", inline: true, array: ["bars", "dots"]) { $0.value($1) }
      writer.member("files", array: ["a", "b"]) { writer, path in
        writer.object { writer in
          writer.member("path", path)
          writer.member("silent", false)
          writer.member("gamma", 3.65, decimals: 4)
        }
      }
      writer.name("none")
      writer.beginArray()
      writer.endArray()
      writer.name("error")
      writer.null()
    }
    writer.newline()
  }

  @Test func `indented JSON has a line per member and two spaces per level`() {
    #expect(
      json(in: .indented, writtenBy: writeSample) == """
        {
          "version": 1,
          "styles": ["bars", "dots"],
          "files": [
            {
              "path": "a",
              "silent": false,
              "gamma": 3.65
            },
            {
              "path": "b",
              "silent": false,
              "gamma": 3.65
            }
          ],
          "none": [],
          "error": null
        }

        """
    )
  }

  @Test func `compact JSON is one line`() {
    let line = json { writer in
      writeSample(&writer)
      writer.object { _ in }
      writer.newline()
    }
    let entry = #""silent":false,"gamma":3.65}"#
    let files = #"{"path":"a",\#(entry),{"path":"b",\#(entry)"#
    #expect(
      line
        == #"{"version":1,"styles":["bars","dots"],"files":[\#(files)],"none":[],"error":null}"#
        + "\n{}\n"
    )
  }

  @Test func `JSON escapes quotes, backslashes and control characters only`() {
    // Also DEL and the controls of C1, which JSON allows and a terminal may obey; the no-break
    // space behind them is the first character that stays.
    let text = "a\"b\\c\n\r\t\u{8}\u{C}\u{0}\u{1B}\u{7F}\u{85}é\u{A0}日本😀/"
    let expected = #""a\"b\\c\n\r\t\b\f\u0000\u001b\u007f\u0085é"# + "\u{A0}日本😀/\""
    #expect(json { $0.value(text) } == expected)
    #expect(json { $0.value("") } == #""""#)
  }

  @Test func `JSON replaces invalid UTF-8`() {
    // A byte that UTF-8 never has, and the first of two bytes without the second.
    let text = String(decoding: [0x61, 0xFF, 0x62, 0xC3] as [UInt8], as: UTF8.self)
    #expect(json { $0.value(text) } == "\"a\u{FFFD}b\u{FFFD}\"")
  }

  // JSON has no spelling for the last three.
  private static let shortest: [(value: Double, text: String)] = [
    (0, "0"),
    (1, "1"),
    (-2.5, "-2.5"),
    (0.1, "0.1"),
    (1e-7, "1e-07"),
    (1e300, "1e+300"),
    (.leastNonzeroMagnitude, "5e-324"),
    (123_456_789_012, "123456789012"),
    (.nan, "null"),
    (.infinity, "null"),
    (-.infinity, "null"),
  ]

  @Test(arguments: shortest)
  func `a number is written with the fewest digits that read back equal`(
    value: Double,
    text: String
  ) throws {
    #expect(json { $0.value(value) } == text)
    if value.isFinite {
      #expect(try JSONValue(Array(text.utf8)).double == value)
    }
  }

  struct Rounding: Sendable {
    let value: Double
    let decimals: Int
    let text: String
  }

  private static let roundings = [
    Rounding(value: 0.98123456, decimals: 5, text: "0.98123"),
    Rounding(value: 0.5, decimals: 5, text: "0.5"),
    Rounding(value: 1, decimals: 5, text: "1"),
    Rounding(value: 0.00004, decimals: 4, text: "0"),
    Rounding(value: 0.00006, decimals: 4, text: "0.0001"),
    Rounding(value: -12.345, decimals: 1, text: "-12.3"),
    // Zero has no sign, and a half is rounded away from zero.
    Rounding(value: -0.000001, decimals: 5, text: "0"),
    Rounding(value: 2.5, decimals: 0, text: "3"),
    // The carry goes through all digits.
    Rounding(value: 9.99999, decimals: 2, text: "10"),
    // A double of this size has no decimals, and with three of them it exceeds an integer.
    Rounding(value: 1e20, decimals: 3, text: "1e+20"),
    Rounding(value: .nan, decimals: 3, text: "null"),
    Rounding(value: -.infinity, decimals: 3, text: "null"),
    // Nine decimals are the most; more would be beyond the table of powers of ten.
    Rounding(value: 123.456, decimals: 99, text: "123.456"),
  ]

  @Test(arguments: roundings)
  func `decimals are rounded and trailing zeros omitted`(rounding: Rounding) {
    let text = json { $0.value(rounding.value, decimals: rounding.decimals) }
    #expect(text == rounding.text)
  }

  @Test func `taken bytes are removed from the writer`() {
    var writer = JSONWriter(.compact)
    writer.beginArray()
    writer.value(1)
    #expect(writer.take() == Array("[1".utf8))
    #expect(writer.count == 0)
    // The writer is still in its array, and writes a comma before the next element.
    writer.raw(Array(#"{"as":"it stands"}"#.utf8))
    writer.endArray()
    #expect(writer.take() == Array(#",{"as":"it stands"}]"#.utf8))
  }
}
