import Testing
import WavethumbBytes

@Suite struct `Outlines of JSON` {
  private func outline(_ text: String) throws -> JSONOutline {
    try JSONOutline(of: ["a", "b"], in: Array(text.utf8))
  }

  @Test func `JSON members are found by name, the last of equal names`() throws {
    // The first `a` is in another object, and so is no member of the document.
    let found = try outline(#" {"c":{"a":9},"a":1,"b":[1,[2]],"a": -2.5 } "#)
    #expect(try found.value("a") == .number(-2.5))
    let inner = JSONValue.array([.integer(2)])
    #expect(try found.value("b") == .array([.integer(1), inner]))
    #expect(found.isArray("b"))
    #expect(!found.isArray("a"))

    // In the document, but not among the names that were asked for.
    #expect(!found.has("c"))

    // Its value takes seven bytes: a longer one is not read into memory.
    #expect(try found.value("b", maximumBytes: 7) != nil)
    #expect(try found.value("b", maximumBytes: 6) == nil)
  }

  @Test func `JSON numbers are read one by one, with their row`() throws {
    let found = try outline(#"{"a":[1, -2.5,null,"x"],"b":[[],[3],[ 4 ,{"a":[5]}]]}"#)

    // What is no number keeps its place, so that the others are not taken for its neighbors.
    var flat = try #require(JSONNumbers(of: "a", in: found))
    var read: [JSONValue?] = []
    while let element = try flat.next() {
      read.append(element.number)
    }
    #expect(read == [.integer(1), .number(-2.5), nil, nil])

    var deep = try #require(JSONNumbers(of: "b", in: found, rows: true))
    var rows: [Int] = []
    while let element = try deep.next() {
      rows.append(element.row)
    }
    // Row 0 is empty, and the object in row 2 is one element whatever it has inside.
    #expect(rows == [1, 2, 2])
    #expect(deep.rows == 3)
    #expect(JSONNumbers(of: "c", in: found) == nil)
  }

  // Members of other names are skipped, and must be valid all the same.
  @Test(arguments: [
    "", "[]", "{", #"{"a":}"#, #"{"a":1,}"#, #"{"a":[1,]}"#, #"{"a":1}x"#, #"{"a":NaN}"#,
    "{\"a\":\"\u{0}\"}", #"{"x":tru}"#,
  ])
  func `a JSON outline requires an object`(text: String) {
    #expect(throws: JSONFailure.self) { try outline(text) }
  }

  @Test func `the nesting of a JSON outline is limited`() {
    // Each level is a call: without a limit, so many of them exhaust the stack.
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONFailure.self) { try outline("{\"a\":" + deep) }
  }
}
