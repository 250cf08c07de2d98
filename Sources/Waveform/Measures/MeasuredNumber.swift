/// A number that a measure finds out about a whole recording: a member of the manifest, and a column
/// of `list`.
package struct MeasuredNumber: Sendable, Hashable {
  package let name: String
  /// The unit of its values, or nothing.
  package let unit: String
  package let decimals: Int

  package init(_ name: String, unit: String = "", decimals: Int) {
    self.name = name
    self.unit = unit
    self.decimals = decimals
  }
}
