/// Formats times for people.
public enum WaveformTime {
  /// Returns minutes and seconds, with hours if there are any: "0:42", "1:02:03".
  public static func spoken(_ seconds: Double) -> String {
    let whole =
      if seconds.isFinite {
        Int(min(max(seconds, 0), 1e15))
      } else {
        0
      }
    func two(_ number: Int) -> String {
      let zero = number < 10 ? "0" : ""
      return "\(zero)\(number)"
    }
    let hours = whole / 3600
    let minutes = whole / 60 % 60
    let rest = two(whole % 60)
    return if hours > 0 {
      "\(hours):\(two(minutes)):\(rest)"
    } else {
      "\(minutes):\(rest)"
    }
  }

  /// Returns the length of a recording, with tenths below ten seconds: "0:07.2".
  public static func length(_ seconds: Double) -> String {
    guard seconds >= 0, seconds < 10 else { return spoken(seconds) }
    let tenths = Int(seconds * 10 + 1e-6)
    return "0:0\(tenths / 10).\(tenths % 10)"
  }
}
