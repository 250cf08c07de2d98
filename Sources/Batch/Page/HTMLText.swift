/// Escapes text for HTML, between tags or in a quoted attribute.
enum HTMLText {
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in entities[scalar] ?? String(scalar) }.joined()
  }

  // HTML cannot represent the last of these characters.
  private static let entities: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;", "\0": "\u{FFFD}",
  ]

  /// Escapes JSON for a script element, which any `<` could end; outside of strings JSON has none.
  // Also `<!--`, which changes how a browser looks for the end of the element.
  static func insideScript(_ json: [UInt8]) -> [UInt8] {
    let sign = UInt8(ascii: "<")
    // Most rows have none.
    guard json.contains(sign) else { return json }
    return json.flatMap { byte in
      if byte == sign { return Array("\\u003c".utf8) }
      return [byte]
    }
  }
}
