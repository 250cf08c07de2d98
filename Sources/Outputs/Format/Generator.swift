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
