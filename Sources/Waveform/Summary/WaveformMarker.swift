/// A named moment or stretch of a recording.
public struct WaveformMarker: Sendable, Hashable {
  /// Seconds from the beginning.
  public var time: Double
  /// Seconds; 0 for a moment.
  public var duration: Double
  /// The name, which may be empty.
  public var label: String

  /// Creates a marker; times that are negative or not finite become 0.
  public init(time: Double, duration: Double = 0, label: String = "") {
    self.time = WaveformTime.valid(time)
    self.duration = WaveformTime.valid(duration)
    self.label = label
  }

  /// Whether the marker is a stretch rather than a moment.
  public var isRegion: Bool { duration > 0 }

  /// The marker as spoken text: "Intro, at 0:12", or "Verse, 0:48 to 1:10".
  public var spoken: String {
    let name = label.isEmpty ? "Marker" : label
    guard isRegion else { return "\(name), at \(WaveformTime.spoken(time))" }
    return "\(name), \(WaveformTime.spoken(time)) to \(WaveformTime.spoken(time + duration))"
  }
}
