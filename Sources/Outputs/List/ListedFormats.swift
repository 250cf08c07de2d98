import WavethumbBytes

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
    let known = Self.allCases.first { format in format.rawValue == rawValue }
    guard let known else { return nil }
    self = known
  }

  /// Returns the format with the longest matching extension, case-insensitively.
  package static func named(_ fileName: [UInt8]) -> OutputFormat? {
    // By bytes, as a file's name need not be text.
    let name = fileName.map(\.asciiLowercased)
    // `.peaks.json` ends with `.json` as well.
    let matching = allCases.filter { format in format.stem(of: name) != nil }
    return matching.max { one, other in one.ending.count < other.ending.count }
  }
}
