/// What `merge` is to do, checked.
public struct MergeOptions: Sendable, Equatable {
  /// The folders in which parts have left their manifests.
  public package(set) var outputs: [[UInt8]]
  /// Where all of it goes, or nil for the only folder there is.
  public package(set) var output: [UInt8]?
  /// The manifest, or nil for `manifest.json` in the output.
  public package(set) var manifest: [UInt8]?
  public package(set) var cache = CacheLocation()
  /// Which set of parts is meant, where there are two.
  public package(set) var shards: Int?
  /// Only says which parts are there.
  public package(set) var asksForStatus = false
  /// Unsupported counts as failed.
  public package(set) var isStrict = false
  public package(set) var verbosity = Verbosity.normal

  package init(outputs: [[UInt8]]) {
    self.outputs = outputs
  }

  /// The folder that everything goes to.
  package var target: [UInt8] { output ?? outputs[0] }
}
