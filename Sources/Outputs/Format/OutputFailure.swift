/// The reason why a file could not be made.
package enum OutputFailure: Error {
  /// This kind of output is impossible for the recording.
  case impossible(detail: String)
  /// The number of channels exceeds the limit of points.
  case tooManyChannels
  /// The sink rejected the bytes and has recorded the reason.
  case rejected
  /// A signal arrived while drawing.
  case stopped
}
