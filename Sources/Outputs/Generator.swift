/// The name and version that manifests and pictures carry.
public enum Generator {
  public static let version = "0.1.0"
  public static let name = "\(program) \(version)"
  package static let program = "wavethumb"
}
