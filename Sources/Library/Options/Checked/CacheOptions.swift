/// What `cache` is to do, checked.
public struct CacheOptions: Sendable, Equatable {
  public enum Action: Sendable, Equatable {
    case show
    /// Trims the cache to that many bytes, least recently used first.
    case prune(toBytes: Int)
    case clear
  }

  public internal(set) var action = Action.show
  public internal(set) var location = CacheLocation()
  public package(set) var verbosity = Verbosity.normal
}
