import Bytes

/// What the page shows of the measurements of `--analyze`.
struct PageSound {
  private let sound: JSONValue
  private let findings: [String]

  /// Nil if the recording was not analyzed.
  init?(ofEntry entry: JSONValue) {
    guard let sound = entry["sound"] else { return nil }
    self.sound = sound
    let words = entry["findings"] ?? sound["findings"]
    findings = words?.array?.compactMap(\.string) ?? []
  }

  func write(to json: inout JSONWriter) {
    json.name("sound")
    json.object { json in
      for name in ["loudness", "loudnessRange", "truePeak"] {
        if let value = sound[name]?.double { json.member(name, value, decimals: 2) }
      }
      // The moments that a finding is played at.
      for (name, moment) in [
        ("clipping", "firstAt"), ("dropouts", "firstAt"), ("silence", "longestAt"),
      ] {
        guard let seconds = sound[name]?[moment]?.double else { continue }
        json.name(name)
        json.object { json in json.member(moment, seconds, decimals: 3) }
      }
      guard !findings.isEmpty else { return }
      json.name("findings")
      json.array(findings) { json, finding in json.value(finding) }
    }
  }
}
