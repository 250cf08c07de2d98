/// The options of `merge`, checked.
package struct MergeOptions: Sendable, Equatable {
  /// The folders with manifests of parts.
  package var outputs: [[UInt8]]
  /// The output of the whole, or nil if there is only one folder.
  package var output: [UInt8]?
  /// The manifest, or nil for `manifest.json` in the output.
  package var manifest: [UInt8]?
  package var cache = CacheLocation()
  /// Whether only existing parts are listed.
  package var asksForStatus = false
  /// Whether unsupported counts as failed.
  package var isStrict = false
  /// The scan that prunes, checks or writes the page after joining, with the options in the
  /// manifest.
  package var finish: ScanOptions?
  package internal(set) var verbosity = Verbosity.normal

  package var target: [UInt8] { output ?? outputs[0] }
}
