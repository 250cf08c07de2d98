import Codecs
import Decoding
import System
import Waveform

/// The words that stand for a picture where it cannot be seen.
enum SpokenPicture {
  // Nobody listens to more.
  private static let mostMarkers = 20

  static func text(
    of path: RawPath, _ facts: AudioFacts, _ summary: WaveformSummary, in range: TimeRange?
  ) -> String {
    let name = facts.tags.title.flatMap { $0.isEmpty ? nil : $0 } ?? stem(of: path)
    let end = WaveformTime.spoken((range?.start ?? 0) + summary.duration)
    let times = range.map { "\(WaveformTime.spoken($0.start)) to \(end)" } ?? end
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
}
