import Codecs
import Waveform

/// The words that stand for a picture where it cannot be seen.
enum SpokenPicture {
  // Nobody listens to more.
  private static let mostMarkers = 20

  static func text(
    of path: RawPath, _ facts: AudioFacts, _ summary: WaveformSummary, in range: TimeRange?
  ) -> String {
    let name = facts.tags.title.flatMap { $0.isEmpty ? nil : $0 } ?? stem(of: path)
    let end = (range?.start ?? 0) + summary.duration
    let times = range.map { "\(clock($0.start)) to \(clock(end))" } ?? clock(end)
    return "Waveform of \(name), \(times)" + spoken(facts.cues)
  }

  /// What is marked: ". 2 markers: Intro, at 0:12; Verse, 0:48 to 1:10".
  private static func spoken(_ cues: [AudioCue]) -> String {
    guard !cues.isEmpty else { return "" }
    var phrases = cues.prefix(mostMarkers).map { WaveformMarker($0).spoken }
    if cues.count > mostMarkers { phrases.append("and \(cues.count - mostMarkers) more") }
    let count = cues.count == 1 ? "1 marker" : "\(cues.count) markers"
    return ". \(count): " + phrases.joined(separator: "; ")
  }

  /// The file's name without its extension.
  static func stem(of path: RawPath) -> String {
    let name = path.name
    guard let point = name.bytes.lastIndex(of: UInt8(ascii: ".")), point > 0 else {
      return name.lossyText
    }
    return RawPath(bytes: Array(name.bytes[..<point])).lossyText
  }

  /// Minutes and seconds, and hours where there are any.
  static func clock(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 1e15))
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, padded(whole % 60))
    return hours > 0 ? "\(hours):\(padded(minutes)):\(rest)" : "\(minutes):\(rest)"
  }

  private static func padded(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
