import Outputs
import Waveform
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The events of recordings, a row each: as a table or for other programs.
struct EventRows {
  let format: ListOptions.Format
  /// Whether the output is a terminal, which would interpret control characters.
  let isForTerminal: Bool
  /// The number of events that the manifest does not list.
  private(set) var omitted = 0
  /// The conditions that an event must meet.
  private let conditions: [EntryCondition]

  /// Creates rows of the events that meet those of the conditions that are on their kind.
  init(format: ListOptions.Format, isForTerminal: Bool, where conditions: [EntryCondition] = []) {
    self.format = format
    self.isForTerminal = isForTerminal
    self.conditions = conditions.filter { condition in condition.field == .kind }
  }

  private static let names = ["path", "kind", "start", "end", "channel"]

  /// The names of the columns, if the format has them in a line of their own.
  var header: String {
    switch format {
    case .table:
      // The path comes last, so that the others are aligned whatever its length.
      Self.tableLine(start: "start", end: "end", kind: "kind", channel: "channel", path: "path")
    case .csv: Self.names.joined(separator: ",") + "\r\n"
    // Events are never printed as pictures or paths.
    case .json, .html, .paths: ""
    }
  }

  /// Returns the rows of a recording, with times from its beginning.
  mutating func rows(_ entry: ManifestEntry) -> String {
    guard let facts = entry.facts, let events = facts.sound?.events else { return "" }
    omitted += events.omitted
    // With --range, events have times from the beginning of the stretch, and rows of the recording.
    let before = Double(facts.range?.startMs ?? 0) / 1000
    var rows = ""
    for event in events.first where isShown(event) {
      var event = event
      event.start += before
      event.end += before
      rows += row(event, of: entry)
    }
    return rows
  }

  private func isShown(_ event: SoundEvent) -> Bool {
    conditions.allSatisfy { condition in condition.holds(for: [event.kind.rawValue]) }
  }

  private func row(_ event: SoundEvent, of entry: ManifestEntry) -> String {
    let start = Self.seconds(event.start)
    let end = Self.seconds(event.end)
    let channel = event.channel.map(String.init) ?? ""
    switch format {
    case .table:
      return Self.tableLine(
        start: start,
        end: end,
        kind: event.kind.rawValue,
        channel: channel,
        path: PrintableName.text(entry.path.bytes)
      )
    case .csv:
      // CSV quotes line breaks, so that a program gets the exact name.
      let path = isForTerminal ? PrintableName.text(entry.path.bytes) : entry.path.lossyText
      let cells = [Escape.csvCell(path, isNumber: false), event.kind.rawValue, start, end, channel]
      return cells.joined(separator: ",") + "\r\n"
    case .json, .html, .paths:
      var json = JSONWriter(.compact)
      json.object { json in
        json.path(entry.path)
        event.write(to: &json)
      }
      json.newline()
      return String(decoding: Escape.printableJSON(json.take()), as: UTF8.self)
    }
  }

  /// Returns seconds with three decimals, so that decimal points align.
  private static func seconds(_ number: Double) -> String {
    let milliseconds = number.milliseconds
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  private static func tableLine(
    start: String,
    end: String,
    kind: String,
    channel: String,
    path: String
  ) -> String {
    // 100,000 seconds and their decimals, the longest kind, and the heading of the channel: fixed, since
    // rows are printed as they are read.
    let cells = [
      aligned(start, toEndOf: 10),
      aligned(end, toEndOf: 10),
      kind + blanks(8 - kind.count),
      aligned(channel, toEndOf: 7),
      path,
    ]
    return cells.joined(separator: "  ") + "\n"
  }

  private static func aligned(_ text: String, toEndOf width: Int) -> String {
    blanks(width - text.count) + text
  }

  private static func blanks(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count))
  }
}
