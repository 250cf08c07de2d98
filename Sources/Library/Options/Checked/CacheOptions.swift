/// The options of `cache`, checked.
public struct CacheOptions: Sendable, Equatable {
  package enum Action: Sendable, Equatable {
    case show
    /// Trims the cache to that many bytes, least recently used first.
    case prune(toBytes: Int)
    case clear
  }

  package internal(set) var action = Action.show
  package internal(set) var location = CacheLocation()
  /// How much the run says on standard error.
  public package(set) var verbosity = Verbosity.normal
}

/// Where summaries are kept, and how many bytes of them.
package struct CacheLocation: Sendable, Equatable {
  package static let defaultBudget = 2_147_483_648

  /// False with `--no-cache`: summaries and fast-path state are neither read nor written.
  package internal(set) var isUsed = true
  /// The folder asked for, or nil for the user's own.
  package internal(set) var directory: [UInt8]?
  package internal(set) var budget = defaultBudget
}
