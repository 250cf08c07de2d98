package import Codecs
import Thumbnails
package import Waveform

/// The text of a picture for those who cannot see it.
package enum AlternativeText {
  // Screen readers read the whole text aloud, so it is short. Untuned.
  private static let maximumLength = 200
  // Half of it, so that times and the first marker have room beside any name.
  private static let maximumNameLength = 100

  /// Returns name, duration or stretch, played fraction and markers in at most 200 characters.
  package static func text(
    of name: String,
    lasting seconds: Double,
    from start: Double? = nil,
    playhead: Double? = nil,
    markers: [WaveformMarker],
    as subject: String = "Waveform"
  ) -> String {
    let times = times(lasting: seconds, from: start, playhead: playhead)
    let head = "\(subject) of \(shortened(name)), \(times)"
    switch markers.count {
    case 0: return head
    case 1: return joined("\(head). 1 marker", with: markers.map(\.spoken))
    default: return joined("\(head). \(markers.count) markers", with: markers.map(\.spoken))
    }
  }

  /// Appends the phrases that fit, and the number of omitted ones.
  // Whole phrases, as half of a marker's name may mean something else.
  private static func joined(_ head: String, with phrases: [String]) -> String {
    var text = head
    for (index, phrase) in phrases.enumerated() {
      let separator = index == 0 ? ": " : "; "
      let next = text + separator + phrase
      let laterCount = phrases.count - index - 1
      // Room for the number of those that may not fit after this one.
      let reserved = laterCount == 0 ? 0 : omission(of: laterCount).count
      guard next.unicodeScalars.count + reserved <= maximumLength else {
        // The head has the number already.
        if index == 0 { return text }
        return text + omission(of: laterCount + 1)
      }
      text = next
    }
    return text
  }

  private static func omission(of count: Int) -> String { "; and \(count) more" }

  /// Formats "50:12", "0:40 to 1:10", "0:42 of 3:14", "0:00.4", or milliseconds below a tenth.
  private static func times(
    lasting seconds: Double,
    from start: Double?,
    playhead: Double?
  ) -> String {
    let isTiny = seconds > 0 && seconds < 0.1
    func length(_ seconds: Double) -> String {
      // Rounded up, as a sound that is there must not last 0 ms.
      if isTiny { return "\(Int((seconds * 1000).rounded(.up))) ms" }
      return WaveformTime.length(seconds)
    }
    // A moment is rounded down: what is called 0:02 has not begun before.
    func moment(_ seconds: Double) -> String {
      if isTiny { return length(seconds) }
      return WaveformTime.length((seconds * 10 + 1e-6).rounded(.down) / 10)
    }
    if let playhead, playhead.isFinite {
      let first = start ?? 0
      let played = first + min(1, max(0, playhead)) * seconds
      let end = first + seconds
      // In whole seconds most of a short recording would be "0:00 of 0:01".
      let isShort = start == nil && seconds < 10
      if isShort { return "\(moment(played)) of \(length(end))" }
      let whole = start == nil ? end.rounded() : end
      return "\(WaveformTime.spoken(played)) of \(WaveformTime.spoken(whole))"
    }

    guard let start else { return length(seconds) }
    let from = WaveformTime.spoken(start)
    // Both ends would be the same second.
    if seconds < 1 { return "\(length(seconds)) from \(from)" }
    return "\(from) to \(WaveformTime.spoken(start + seconds))"
  }

  // Limits combining marks too: one letter may have thousands.
  fileprivate static func shortened(_ name: String) -> String {
    guard name.unicodeScalars.count > maximumNameLength else { return name }
    let beginning = name.unicodeScalars.prefix(maximumNameLength - 1)
    return String(String.UnicodeScalarView(beginning)) + "…"
  }
}

extension OutputSource {
  /// Returns the alternative text of a picture in a style.
  func spoken(as subject: String) -> String {
    let title = facts.tags.title ?? ""
    let name = title.isEmpty ? stem : title
    if isPlaceholder { return "No \(subject.lowercased()) of \(AlternativeText.shortened(name))" }
    return AlternativeText.text(
      of: name,
      lasting: measurement.mix.duration,
      from: stretchStart,
      playhead: look.playhead,
      markers: facts.cues.map(WaveformMarker.init),
      as: subject
    )
  }
}

extension WaveformMarker {
  package init(_ cue: AudioCue) {
    let end = cue.end ?? cue.start
    self.init(time: cue.start, duration: end - cue.start, label: cue.name)
  }
}
