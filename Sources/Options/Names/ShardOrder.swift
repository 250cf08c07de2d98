/// How recordings are assigned to parts.
package enum ShardOrder: String, CaseIterable, Sendable {
  /// By a hash of each path.
  case path
  /// The largest first, each to the part with the fewest bytes: all parts must see the same files.
  case size
}
