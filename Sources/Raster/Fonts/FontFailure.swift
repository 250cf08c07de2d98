/// The reason why a font cannot be used.
public enum FontFailure: Error, Hashable {
  /// Neither TrueType nor OpenType.
  case notAFont
  /// WOFF, a compressed format for browsers.
  case packed
  /// A required table is missing.
  case missing(table: String)
  /// A table is cut off or contradicts itself.
  case damaged(table: String)
}
