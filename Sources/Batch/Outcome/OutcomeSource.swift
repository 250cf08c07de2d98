/// Where the outputs of a recording come from, cheapest first.
// What the user pays for: a file is not opened, read, drawn, or decoded.
// The raw values are members of the events of `--json`.
enum OutcomeSource: String, Sendable {
  /// Nothing was opened or written.
  case unchanged
  /// The content has the same digest.
  case digest
  /// Drawn from a cached summary.
  case summary
  case decoded
}
