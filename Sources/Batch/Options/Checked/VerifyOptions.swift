/// What `verify` is to do, checked.
public struct VerifyOptions: Sendable, Equatable {
  /// The folder of the pictures.
  public internal(set) var output: [UInt8]
  /// Where the recordings are, or nil for the folder that the output lies in.
  public internal(set) var library: [UInt8]?
  /// What is damaged is made anew.
  public internal(set) var repairs = false
  public internal(set) var cache = CacheLocation()
  public internal(set) var verbosity = Verbosity.normal

  init(output: [UInt8]) {
    self.output = output
  }
}
