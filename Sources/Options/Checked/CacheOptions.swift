/// The options of `cache`, checked.
package struct CacheOptions: Sendable, Equatable {
  package enum Action: Sendable, Equatable {
    case show
    /// Trims the cache to that many bytes, least recently used first.
    case prune(toBytes: Int)
    case clear
  }

  package internal(set) var action = Action.show
  package internal(set) var location = CacheLocation()
  package internal(set) var verbosity = Verbosity.normal
}
