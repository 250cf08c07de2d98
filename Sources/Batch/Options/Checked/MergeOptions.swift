/// What `merge` is to do, checked.
public struct MergeOptions: Sendable, Equatable {
  /// The folders in which parts have left their manifests.
  public internal(set) var outputs: [[UInt8]]
  /// Where all of it goes, or nil for the only folder there is.
  public internal(set) var output: [UInt8]?
  /// The manifest, or nil for `manifest.json` in the output.
  public internal(set) var manifest: [UInt8]?
  public internal(set) var cache = CacheLocation()
  /// Which set of parts is meant, where there are two.
  public internal(set) var shards: Int?
  /// Only says which parts are there.
  public internal(set) var asksForStatus = false
  /// Unsupported counts as failed.
  public internal(set) var isStrict = false
  public internal(set) var verbosity = Verbosity.normal

  init(outputs: [[UInt8]]) {
    self.outputs = outputs
  }

  /// The folder that everything goes to.
  var target: [UInt8] { output ?? outputs[0] }
}
