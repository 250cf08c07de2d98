/// The cost of seeking near a frame.
package enum AudioLeapCost: Sendable {
  /// Only reading at the new position.
  case reading
  /// A few frames before it are decoded.
  case lead
  /// The position is found by decoding samples of the file.
  case search
  /// The position is found by reading single pages, and pages before it are decoded.
  case pages
}
