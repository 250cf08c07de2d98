package import Codecs
import Thumbnails
package import Waveform

/// The text of a picture for those who cannot see it.
package enum AlternativeText {
  // Screen readers read the whole text aloud, so it is short. A guess.
  private static let maximumLength = 200
  private static let maximumNameLength = 100

  /// Returns name, duration or stretch, played fraction and markers in at most 200 characters.
  package static func text(
    of name: String, _ summary: WaveformSummary, from start: Double? = nil,
    playhead: Double? = nil, markers: [WaveformMarker], as subject: String = "Waveform"
  ) -> String {
    let times = times(summary.duration, from: start, playhead: playhead)
    let head = "\(subject) of \(shortened(name)), \(times)"
    guard !markers.isEmpty else { return head }
    let count =
      if markers.count == 1 {
        "1 marker"
      } else {
        "\(markers.count) markers"
      }
    return sentence("\(head). \(count)", markers.map(\.spoken))
  }

  /// Returns the phrases that fit, and the number of omitted ones.
  private static func sentence(_ head: String, _ phrases: [String]) -> String {
    var text = head
    for (index, phrase) in phrases.enumerated() {
      let separator = index == 0 ? ": " : "; "
      let next = text + separator + phrase
      let isLast = index + 1 == phrases.count
      // Reserves room for "; and n more" after this phrase.
      let rest =
        if isLast {
          0
        } else {
          "; and \(phrases.count - index - 1) more".count
        }
      guard next.unicodeScalars.count + rest <= maximumLength else {
        return if index == 0 {
          text
        } else {
          text + "; and \(phrases.count - index) more"
        }
      }
      text = next
    }
    return text
  }

  /// Formats "50:12", "0:40 to 1:10", "0:42 of 3:14", "0:00.4", or milliseconds below a tenth.
  private static func times(_ seconds: Double, from start: Double?, playhead: Double?) -> String {
    let isTiny = seconds > 0 && seconds < 0.1
    func length(_ seconds: Double) -> String {
      if isTiny {
        "\(Int((seconds * 1000).rounded(.up))) ms"
      } else {
        WaveformTime.length(seconds)
      }
    }
    if let playhead, playhead.isFinite {
      let played = (start ?? 0) + min(1, max(0, playhead)) * seconds
      let end = (start ?? 0) + seconds
      let format =
        if start == nil && seconds < 10 {
          length
        } else {
          WaveformTime.spoken
        }
      return "\(format(played)) of \(format(end))"
    }
    guard let start else { return length(seconds) }
    let from = WaveformTime.spoken(start)
    return if seconds < 1 {
      "\(length(seconds)) from \(from)"
    } else {
      "\(from) to \(WaveformTime.spoken(start + seconds))"
    }
  }

  // Limits combining marks too: one letter may have thousands.
  fileprivate static func shortened(_ name: String) -> String {
    guard name.unicodeScalars.count > maximumNameLength else { return name }
    return String(String.UnicodeScalarView(name.unicodeScalars.prefix(maximumNameLength - 1))) + "…"
  }
}

extension OutputSource {
  /// Returns the alternative text of a picture in a style.
  func spoken(as subject: String) -> String {
    let name = facts.tags.title.flatMap { $0.isEmpty ? nil : $0 } ?? stem
    if isPlaceholder { return "No \(subject.lowercased()) of \(AlternativeText.shortened(name))" }
    return AlternativeText.text(
      of: name, measurement.mix, from: stretchStart, playhead: look.playhead,
      markers: facts.cues.map(WaveformMarker.init), as: subject)
  }
}

extension WaveformMarker {
  package init(_ cue: AudioCue) {
    self.init(
      time: cue.start, duration: cue.end.map { $0 - cue.start } ?? 0, label: cue.name)
  }
}
