/// The name and version that manifests and pictures carry.
public enum Generator {
  /// The version of wavethumb.
  public static let version = "0.2.0"
  /// The day of the release, as the manual page and the changelog name it.
  package static let released = "2026-11-22"
  /// The name and version that outputs carry.
  public static let name = "\(program) \(version)"
  package static let program = "wavethumb"
}
