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

/// Where measurements are cached, if at all, and how large the cache may become.
package struct CacheLocation: Sendable, Equatable {
  // Room for some 87,000 summaries of 24 KB. Untuned.
  package static let defaultBudget = 2_147_483_648

  /// False with `--no-cache`: summaries and sightings are neither read nor written.
  package internal(set) var isUsed = true
  /// The requested folder, or nil for the user's default.
  package internal(set) var directory: [UInt8]?
  package internal(set) var budget = defaultBudget
}
