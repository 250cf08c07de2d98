/// An output format, selected by name or by a file's extension.
public struct OutputFormat: Sendable {
  /// Whether an output is for people or for programs.
  public enum Kind: Sendable {
    /// For people.
    case picture
    /// For programs.
    case data
  }

  /// The name in `--format` and `--data`.
  public let rawValue: String
  /// The version of the format's data, increased if the same options produce different data;
  /// pictures use `ScanSettings.formatVersion`.
  // Apart from the version of pictures: a change of JSON must not draw every picture again.
  package let revision: Int
  /// The extension of its files.
  public let fileExtension: String
  /// Whether the format is a picture or data.
  public let kind: Kind
  /// Whether the format is text, which a terminal can show.
  package let isText: Bool
  /// The options of this format that do not apply to all formats.
  package let options: Set<OutputOption>

  package init(
    _ name: String,
    kind: Kind,
    fileExtension: String,
    isText: Bool = true,
    revision: Int = 1,
    options: Set<OutputOption>
  ) {
    rawValue = name
    self.revision = revision
    self.kind = kind
    self.isText = isText
    self.fileExtension = fileExtension
    self.options = options
  }

  /// The name in the settings of a manifest, with the revision if it is not 1.
  // Without the first revision, so that settings from before there were revisions stay current.
  package var settingName: String {
    if revision == 1 { return rawValue }
    return "\(rawValue) \(revision)"
  }

  /// Returns the name without the extension; nil if the extension differs or the rest is empty.
  package func stem(of fileName: [UInt8]) -> [UInt8]? {
    let length = fileName.count - fileExtension.utf8.count
    guard length > 0, fileName[length...].elementsEqual(fileExtension.utf8) else { return nil }
    return Array(fileName[..<length])
  }
}

// By its name alone: everything else of a format follows from it.
extension OutputFormat: Hashable {
  public static func == (one: OutputFormat, other: OutputFormat) -> Bool {
    one.rawValue == other.rawValue
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
