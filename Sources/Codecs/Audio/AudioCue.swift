/// A named moment or stretch inside a recording.
public struct AudioCue: Sendable, Hashable {
  /// More than any recording needs; further cues are ignored.
  // An audio book has some hundred chapters.
  static let maximumCount = 1000

  /// Seconds from the beginning.
  public var start: Double
  /// Seconds from the beginning; nil for a moment.
  public var end: Double?
  /// The label, which may be empty.
  public var name: String
  /// The color of the marker in the file: red, green, blue and alpha, from the highest byte down.
  public var color: UInt32?
  /// The number of cues before it in the recording.
  public var index = 0

  /// Creates a cue; times are in seconds, the color is as in `color`.
  public init(start: Double, end: Double? = nil, name: String, color: UInt32? = nil) {
    self.start = start
    self.end = end
    self.name = name
    self.color = color
  }
}
