/// The checked options of `verify`.
public struct VerifyOptions: Sendable, Equatable {
  /// The folder of the pictures.
  package var output: [UInt8]
  /// The folder of the recordings, or nil for the parent of the output.
  package internal(set) var library: [UInt8]?
  package internal(set) var readsRecordings = false
  /// Whether damaged files are made again.
  package internal(set) var repairs = false
  /// The patterns that the original scan excluded.
  package internal(set) var excludes: [Glob] = []
  package internal(set) var followsLinks = false
  package internal(set) var ignoresInode = false
  package var cache = CacheLocation()
  /// The amount of messages on standard error.
  public package(set) var verbosity = Verbosity.normal

  package init(output: [UInt8]) { self.output = output }
}
