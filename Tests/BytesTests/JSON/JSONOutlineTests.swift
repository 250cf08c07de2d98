import Testing
import WavethumbBytes

@Suite struct `Outlines of JSON` {
  private func outline(_ text: String) throws -> JSONOutline {
    try JSONOutline(of: ["a", "b"], in: Array(text.utf8))
  }

  @Test func `JSON members are found by name, the last of equal names`() throws {
    let found = try outline(#" {"c":{"a":9},"a":1,"b":[1,[2]],"a": -2.5 } "#)
    #expect(try found.value("a") == .number(-2.5))
    #expect(try found.value("b") == .array([.integer(1), .array([.integer(2)])]))
    #expect(found.isArray("b"))
    #expect(!found.isArray("a"))
    #expect(!found.has("c"))
    #expect(try found.value("b", maximumBytes: 6) == nil)
  }

  @Test func `JSON numbers are read one by one, with their row`() throws {
    let found = try outline(#"{"a":[1, -2.5,null,"x"],"b":[[],[3],[ 4 ,{"a":[5]}]]}"#)
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
    #expect(rows == [1, 2, 2])
    #expect(deep.rows == 3)
    #expect(JSONNumbers(of: "c", in: found) == nil)
  }

  @Test(arguments: [
    "", "[]", "{", #"{"a":}"#, #"{"a":1,}"#, #"{"a":[1,]}"#, #"{"a":1}x"#, #"{"a":NaN}"#,
    "{\"a\":\"\u{0}\"}",
  ])
  func `a JSON outline requires an object`(text: String) {
    #expect(throws: JSONFailure.self) { try outline(text) }
  }

  @Test func `the nesting of a JSON outline is limited`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONFailure.self) { try outline("{\"a\":" + deep) }
  }
}
