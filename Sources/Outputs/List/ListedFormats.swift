/// The formats of the listed kinds of outputs, found by name and by a file's extension.
extension OutputFormat: RawRepresentable, CaseIterable {
  /// All formats without duplicates, pictures first.
  public static let allCases = {
    var formats: [OutputFormat] = []
    // Stills and animations are two kinds of one format.
    for kind in OutputList.kinds where !formats.contains(kind.format) {
      formats.append(kind.format)
    }
    return formats
  }()

  public init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }

  /// Returns the format with the longest matching extension, case-insensitively.
  package static func named(_ fileName: [UInt8]) -> OutputFormat? {
    // By bytes, as a file's name need not be text.
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    let name = fileName.map { byte in
      capitals.contains(byte) ? byte | 32 : byte
    }
    // `.peaks.json` ends with `.json` as well.
    let matching = allCases.filter { $0.stem(of: name) != nil }
    return matching.max { $0.ending.count < $1.ending.count }
  }
}
