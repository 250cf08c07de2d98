package import Waveform
package import WavethumbBytes

extension SoundEvents {
  /// Writes the members `events` and, if some are left out, `eventsOmitted`.
  func write(to json: inout JSONWriter) {
    json.member("events", array: first) { json, event in
      json.object(inline: true) { json in event.write(to: &json) }
    }
    if omitted > 0 {
      json.member("eventsOmitted", omitted)
    }
  }

  /// Reads the members written by `write`.
  init(_ sound: JSONValue) {
    self.init()
    // Limited here too: a manifest is a file that anyone may have written.
    let events = sound["events"]?.array ?? []
    first = events.prefix(Self.limit).compactMap(SoundEvent.init)
    omitted = sound["eventsOmitted"]?.int ?? 0
  }
}

extension SoundEvent {
  /// Writes the members of an event, those of all channels without `channel`.
  // In milliseconds, as events are measured: what is read back is written as the same text.
  package func write(to json: inout JSONWriter) {
    json.member("kind", kind.rawValue)
    json.member("start", start, decimals: 3)
    json.member("end", end, decimals: 3)
    if let channel {
      json.member("channel", channel)
    }
  }

  fileprivate init?(_ json: JSONValue) {
    guard let name = json["kind"]?.string,
      let kind = Kind(rawValue: name),
      let start = json["start"]?.double,
      let end = json["end"]?.double
    else { return nil }
    self.init(kind: kind, start: start, end: end, channel: json["channel"]?.int)
  }
}

/// The stretch that was measured, in milliseconds from the beginning of the recording.
// Milliseconds, as for markers: what is read back is written as the same text.
package struct StretchEntry: Sendable, Equatable {
  package var startMs: Int
  package var endMs: Int

  /// Creates the stretch of a summary that begins at `start` seconds.
  // Measured and not as requested: a recording may end before the end of the range.
  package init(of summary: WaveformSummary, from start: Double) {
    startMs = start.milliseconds
    endMs = (start + summary.duration).milliseconds
  }

  package init?(_ json: JSONValue) {
    guard let startMs = json["startMs"]?.int, let endMs = json["endMs"]?.int else { return nil }
    self.startMs = startMs
    self.endMs = endMs
  }

  package func write(to json: inout JSONWriter) {
    json.member("range") { json in
      json.member("startMs", startMs)
      json.member("endMs", endMs)
    }
  }
}
