/// What `verify` is to do, checked.
public struct VerifyOptions: Sendable, Equatable {
  /// The folder of the pictures.
  public package(set) var output: [UInt8]
  /// Where the recordings are, or nil for the folder that the output lies in.
  public internal(set) var library: [UInt8]?
  /// What is damaged is made anew.
  public internal(set) var repairs = false
  public package(set) var cache = CacheLocation()
  public package(set) var verbosity = Verbosity.normal

  package init(output: [UInt8]) {
    self.output = output
  }
}
