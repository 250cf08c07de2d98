/// Formats times for people.
public enum WaveformTime {
  /// Returns seconds as they are, or 0 if they are negative or not finite.
  // Times come from headers, tags and other programs.
  static func valid(_ seconds: Double) -> Double {
    guard seconds.isFinite else { return 0 }
    return max(seconds, 0)
  }

  /// Returns minutes and seconds, with hours if there are any: "0:42", "1:02:03".
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

  /// Returns the length of a recording, with tenths below ten seconds: "0:07.2".
  public static func length(_ seconds: Double) -> String {
    guard seconds >= 0, seconds < 10 else { return spoken(seconds) }
    // Without the millionth, a time that rounding left just below a tenth would lose that tenth.
    let tenths = Int(seconds * 10 + 1e-6)
    return "0:0\(tenths / 10).\(tenths % 10)"
  }
}
