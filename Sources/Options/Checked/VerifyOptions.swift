/// The options of `verify`, checked.
package struct VerifyOptions: Sendable, Equatable {
  /// The folder of the pictures.
  package var output: [UInt8]
  /// The folder of the recordings, or nil for the parent of the output.
  package internal(set) var library: [UInt8]?
  /// The share of the recordings whose content is compared as well, or nil for none.
  package internal(set) var recordings: Shard?
  /// Whether files are only listed that have names of outputs and that nothing proves ours.
  package internal(set) var listsForeign = false
  /// Whether damaged and missing files are made again.
  package internal(set) var repairs = false
  /// The scan that makes them, without the options in the manifest; only this one's recordings may
  /// start a program or open a font.
  package internal(set) var scan = ScanOptions(library: [])
  package var verbosity: Verbosity { scan.verbosity }
}
