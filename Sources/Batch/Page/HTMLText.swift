/// Escapes text for HTML, between tags or in a quoted attribute.
enum HTMLText {
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { entities[$0] ?? String($0) }.joined()
  }

  // HTML cannot represent the last of these characters.
  private static let entities: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;", "\0": "\u{FFFD}",
  ]

  /// Escapes JSON for a script element, which any `<` could end; outside of strings JSON has none.
  static func insideScript(_ json: [UInt8]) -> [UInt8] {
    guard json.contains(UInt8(ascii: "<")) else { return json }
    return json.flatMap { $0 == UInt8(ascii: "<") ? Array("\\u003c".utf8) : [$0] }
  }
}
