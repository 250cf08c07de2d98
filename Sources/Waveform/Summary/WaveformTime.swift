/// Formats times for people.
public enum WaveformTime {
  /// Returns seconds as they are, or 0 if they are negative or not finite.
  // Times come from headers, tags and other programs.
  static func valid(_ seconds: Double) -> Double {
    guard seconds.isFinite else { return 0 }
    return max(seconds, 0)
  }

  /// Returns a moment, rounded down to a second, with hours if there are any: "0:42", "1:02:03".
  public static func spoken(_ seconds: Double) -> String {
    // 1e15 s are 30 million years: a larger number may not fit an Int.
    let whole = Int(min(valid(seconds), 1e15))
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

  /// Returns the length of a recording, to its nearest second, or tenth below ten seconds: "0:07.2".
  public static func length(_ seconds: Double) -> String {
    let tenths = (valid(seconds) * 10).rounded()
    guard tenths < 100 else { return spoken(valid(seconds).rounded()) }
    return "0:0\(Int(tenths) / 10).\(Int(tenths) % 10)"
  }
}
