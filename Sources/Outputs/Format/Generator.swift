import WavethumbBytes

/// The name and version in manifests and pictures.
public enum Generator {
  /// The version of wavethumb.
  public static let version = "0.2.0"
  /// The release date, for the manual page and the changelog.
  package static let released = "2026-11-22"
  /// The name and version in outputs.
  public static let name = "\(program) \(version)"
  package static let program = "wavethumb"
}

/// The first lines of a JSON file, which name the generator before any user data.
package struct GeneratedText {
  private let text: String

  package init(_ start: [UInt8]) {
    // The generator is the second member, long before 200 bytes.
    text = String(decoding: start.prefix(200), as: UTF8.self)
  }

  package var isOurs: Bool {
    guard text.first == "{", let name = text.firstRange(of: "\"generator\"") else { return false }
    // Whatever the layout: manifests have a space behind the colon, lines of NDJSON have none.
    let value = text[name.upperBound...].drop { ": ".contains($0) }
    return value.hasPrefix("\"\(Generator.program) ")
  }

  /// Whether the file describes a single recording, unlike a manifest.
  // A manifest that was given the name of a data file must not be replaced by one.
  var isOfOneRecording: Bool { text.contains("\"durationMs\"") }
}
