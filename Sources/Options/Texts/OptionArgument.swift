/// Whether an option has a value.
package enum OptionArgument: Sendable, Equatable {
  case none
  case required(String)
  /// An optional value, as `--name=value` or as one of a few words; the option alone has its own
  /// default.
  case optional(String)

  package var placeholder: String? {
    switch self {
    case .none: nil
    case .required(let placeholder), .optional(let placeholder): placeholder
    }
  }
}
