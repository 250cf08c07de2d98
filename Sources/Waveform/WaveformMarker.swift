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
    self.time = time.isFinite ? max(time, 0) : 0
    self.duration = duration.isFinite ? max(duration, 0) : 0
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

/// Formats times for people.
public enum WaveformTime {
  /// Returns minutes and seconds, with hours if there are any: "0:42", "1:02:03".
  public static func spoken(_ seconds: Double) -> String {
    let whole = seconds.isFinite ? Int(min(max(seconds, 0), 1e15)) : 0
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let hours = whole / 3600
    let minutes = whole / 60 % 60
    let rest = two(whole % 60)
    return hours > 0 ? "\(hours):\(two(minutes)):\(rest)" : "\(minutes):\(rest)"
  }

  /// Returns the length of a recording, with tenths below ten seconds: "0:07.2".
  public static func length(_ seconds: Double) -> String {
    guard seconds >= 0, seconds < 10 else { return spoken(seconds) }
    let tenths = Int(seconds * 10 + 1e-6)
    return "0:0\(tenths / 10).\(tenths % 10)"
  }
}
