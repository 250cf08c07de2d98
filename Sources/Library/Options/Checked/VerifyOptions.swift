/// The options of `verify`, checked.
public struct VerifyOptions: Sendable, Equatable {
  /// The folder of the pictures.
  package var output: [UInt8]
  /// The folder of the recordings, or nil for the parent of the output.
  package internal(set) var library: [UInt8]?
  /// Whether damaged files are made again.
  package internal(set) var repairs = false
  /// What the scan leaves out that repairs, as the one did that wrote the output.
  package internal(set) var excludes: [Glob] = []
  package internal(set) var followsLinks = false
  package internal(set) var ignoresInode = false
  package var cache = CacheLocation()
  /// How much the run says on standard error.
  public package(set) var verbosity = Verbosity.normal

  package init(output: [UInt8]) {
    self.output = output
  }
}
