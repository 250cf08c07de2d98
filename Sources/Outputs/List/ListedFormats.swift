/// The formats of the listed kinds of outputs, found by name and by a file's extension.
extension OutputFormat: RawRepresentable, CaseIterable {
  /// All formats without duplicates, pictures first.
  public static let allCases = OutputList.kinds.reduce(into: [OutputFormat]()) { formats, kind in
    if !formats.contains(kind.format) {
      formats.append(kind.format)
    }
  }

  public init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }

  /// Returns the format with the longest matching extension, case-insensitively.
  package static func named(_ fileName: [UInt8]) -> OutputFormat? {
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    let name = fileName.map { byte in
      if capitals.contains(byte) { return byte | 32 }
      return byte
    }
    // `.peaks.json` ends with `.json` as well.
    let matching = allCases.filter { $0.stem(of: name) != nil }
    return matching.max { $0.ending.count < $1.ending.count }
  }
}
