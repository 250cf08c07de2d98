/// By what recordings are dealt out to parts.
package enum ShardOrder: String, CaseIterable, Sendable {
  /// By a hash of each path.
  case path
  /// The largest first, each to the part that has the least: all parts must see the same files.
  case size
}

/// The part that `--shard` asks for.
package enum ShardChoice: Sendable, Equatable {
  case part(Shard)
  /// The one that the engine has given to this process.
  case automatic
}
