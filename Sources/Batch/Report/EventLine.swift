/// The events of `--json`, one object a line.
enum EventLine {
  static func file(_ outcome: FileOutcome) -> [UInt8] {
    Array("{\"event\":\"file\"}\n".utf8)
  }

  static func done(_ totals: RunTotals) -> [UInt8] {
    Array("{\"event\":\"done\"}\n".utf8)
  }
}
