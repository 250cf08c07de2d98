import WavethumbBytes

/// The events of a recording that the page shows: from `sound.events` of its entry.
struct PageEvents {
  // A list of a thousand events a recording would be most of the page. As many as somebody
  // listens to; the manifest has all.
  static let maximumCount = 40

  private struct Event {
    let kind: String
    let start: Double
    let end: Double
    let channel: Int?

    init?(_ json: JSONValue) {
      guard let kind = json["kind"]?.string, let start = json["start"]?.double,
        let end = json["end"]?.double
      else { return nil }
      self.kind = kind
      self.start = start
      self.end = end
      channel = json["channel"]?.int
    }
  }

  private let events: [Event]
  private let omitted: Int

  /// Reads the events of an entry; none if it lists none.
  init(_ entry: JSONValue) {
    let sound = entry["sound"]
    let listed = (sound?["events"]?.array ?? []).compactMap(Event.init)
    events = Array(listed.prefix(Self.maximumCount))
    omitted = listed.count - events.count + max(0, sound?["eventsOmitted"]?.int ?? 0)
  }

  /// Writes each event as its kind, start, end and channel.
  // As an array: the names of members would be half of it.
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
