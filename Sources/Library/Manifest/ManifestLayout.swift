/// What separates the entries of a manifest: each has a line of its own, and so has each album.
// Lines, so that a change in the library changes few of them, and since a raw line break is in no string
// of JSON: what lies between two of them is one whole entry.
package enum ManifestLayout {
  /// Returns the bytes before an entry.
  package static func separator(isFirst: Bool) -> [UInt8] {
    let text = isFirst ? "\n" : ",\n"
    return Array(text.utf8)
  }

  /// Returns the text between the last entry and the next member.
  package static func closing(isEmpty: Bool) -> [UInt8] {
    let text = isEmpty ? "],\n" : "\n],\n"
    return Array(text.utf8)
  }

  /// Returns whether a range of a manifest, with the byte before it, is a whole entry: one line, less the
  /// comma at its end.
  static func isEntry(_ line: ArraySlice<UInt8>, after before: UInt8?) -> Bool {
    before == UInt8(ascii: "\n") && line.first == UInt8(ascii: "{")
      && line.last == UInt8(ascii: "}") && !line.contains(UInt8(ascii: "\n"))
  }
}
