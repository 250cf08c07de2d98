import WavethumbBytes

/// The events of a recording that the page shows: from `sound.events` of its entry.
struct PageEvents {
  // A list of a thousand events a recording would be most of the page. A guess at how many somebody
  // listens to.
  static let most = 40

  private let events: [(kind: String, start: Double, end: Double, channel: Int?)]
  private let omitted: Int

  /// Reads the events of an entry as text; none if it has none.
  init(_ entry: JSONValue) {
    let sound = entry["sound"]
    let listed = sound?["events"]?.array ?? []
    let read = listed.compactMap { event -> (String, Double, Double, Int?)? in
      guard let kind = event["kind"]?.string, let start = event["start"]?.double,
        let end = event["end"]?.double
      else { return nil }
      return (kind, start, end, event["channel"]?.int)
    }
    events = Array(read.prefix(Self.most))
    omitted = read.count - events.count + max(0, sound?["eventsOmitted"]?.int ?? 0)
  }

  /// Writes each event as its kind, start, end and channel.
  func write(to json: inout JSONWriter) {
    guard !events.isEmpty else { return }
    json.member("events", array: events) { json, event in
      json.beginArray()
      json.value(event.kind)
      json.value(event.start, decimals: 3)
      json.value(event.end, decimals: 3)
      if let channel = event.channel {
        json.value(channel)
      }
      json.endArray()
    }
    if omitted > 0 {
      json.member("eventsOmitted", omitted)
    }
  }
}
