/// The options of `merge`, checked.
public struct MergeOptions: Sendable, Equatable {
  /// The folders in which parts have left their manifests.
  package var outputs: [[UInt8]]
  /// The output of the whole, nil where there is only one folder.
  package var output: [UInt8]?
  /// The manifest, or nil for `manifest.json` in the output.
  package var manifest: [UInt8]?
  package var cache = CacheLocation()
  /// Which set of parts is meant, where there are two.
  package var shards: Int?
  /// Whether only the parts that are there are listed.
  package var asksForStatus = false
  /// Unsupported counts as failed.
  package var isStrict = false
  /// The scan that prunes, checks or writes the page once all is joined, with the options that the
  /// manifest tells of.
  package var finish: ScanOptions?
  /// How much the run says on standard error.
  public package(set) var verbosity = Verbosity.normal

  package init(outputs: [[UInt8]]) {
    self.outputs = outputs
  }

  /// The folder of the whole.
  package var target: [UInt8] { output ?? outputs[0] }
}
