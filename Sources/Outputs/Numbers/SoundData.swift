package import Waveform
package import WavethumbBytes

/// Reads and writes the analysis of the sound in data files and in the manifest.
package enum SoundData {
  private typealias Member<Value> = WritableKeyPath<SoundReport, Value>

  /// The members with a number or null, by number.
  // One table for writing, reading and the columns of `list`, so that none can lack a number.
  // Decimals: loudness as meters show it and one more, an offset to a step of 16 bits.
  private static var rows: [(number: SoundNumber, member: Member<Double?>)] {
    [
      (.loudness, \.loudness),
      (.loudnessRange, \.loudnessRange),
      (.loudestMoment, \.loudestMoment),
      (.loudestStretch, \.loudestStretch),
      (.truePeak, \.truePeak),
      (SoundNumber("noiseFloor", unit: "dBFS", decimals: 2), \.noiseFloor),
      (SoundNumber("dcOffset", decimals: 5), \.dcOffset),
      (SoundNumber("correlation", decimals: 3), \.correlation),
      (SoundNumber("bandwidth", unit: "Hz", decimals: 0), \.bandwidth),
    ]
  }

  /// The numbers, in the order of the members.
  package static let numbers = rows.map(\.number)

  /// Returns a member, or nil if it is none of the sound, or null.
  package static func value(of number: SoundNumber, in sound: SoundReport) -> Double? {
    guard let row = rows.first(where: { $0.number == number }) else { return nil }
    return sound[keyPath: row.member]
  }

  /// Writes the members `sound` and `findings`.
  package static func write(
    _ sound: SoundReport,
    findings: [SoundFinding],
    to json: inout JSONWriter
  ) {
    json.member("sound") { json in
      for (number, member) in rows {
        json.member(number.name, sound[keyPath: member], decimals: number.decimals)
      }
      writeFaults(sound, to: &json)
      sound.events.write(to: &json)
      json.member("silentChannels", inline: true, array: sound.silentChannels) { json, channel in
        json.value(channel)
      }
      json.member("dualMono", sound.dualMono)
      json.member("bits", sound.bits)
      json.member("checksum", sound.checksum)
    }

    // Beside the sound, as some findings come from decoding.
    json.member("findings", inline: true, array: findings) { json, finding in
      json.value(finding.rawValue)
    }
  }

  // Times in milliseconds, as everywhere else in events.
  private static func writeFaults(_ sound: SoundReport, to json: inout JSONWriter) {
    json.member("clipping", inline: true) { json in
      json.member("runs", sound.clipping.runs)
      json.member("samples", sound.clipping.samples)
      json.member("firstAt", sound.clipping.firstAt, decimals: 3)
    }
    json.member("silence", inline: true) { json in
      json.member("leading", sound.silence.leading, decimals: 3)
      json.member("trailing", sound.silence.trailing, decimals: 3)
      json.member("longest", sound.silence.longest, decimals: 3)
      json.member("longestAt", sound.silence.longestAt, decimals: 3)
    }
    json.member("dropouts", inline: true) { json in
      json.member("count", sound.dropouts.count)
      json.member("firstAt", sound.dropouts.firstAt, decimals: 3)
    }
  }

  /// Reads the members written by `write`; nil if there is no sound analysis.
  package static func read(_ json: JSONValue) -> (sound: SoundReport, findings: [SoundFinding])? {
    // An entry of a recording whose sound was not analyzed has no member of this name.
    guard let value = json["sound"], case .object = value else { return nil }
    var sound = SoundReport()
    for (number, member) in rows {
      sound[keyPath: member] = value[number.name]?.double
    }
    readFaults(value, into: &sound)
    sound.events = SoundEvents(value)
    let silentChannels = value["silentChannels"]?.array ?? []
    sound.silentChannels = silentChannels.compactMap(\.int)
    sound.dualMono = value["dualMono"]?.bool
    sound.bits = value["bits"]?.int
    sound.checksum = value["checksum"]?.bool

    // Names that this version does not know are left out: a later one may find more.
    let names = (json["findings"]?.array ?? []).compactMap(\.string)
    return (sound, findings: names.compactMap(SoundFinding.init(rawValue:)))
  }

  // What is missing counts as none: a manifest may be of an earlier version, or written by anybody.
  private static func readFaults(_ value: JSONValue, into sound: inout SoundReport) {
    if let clipping = value["clipping"] {
      sound.clipping.runs = clipping["runs"]?.int ?? 0
      sound.clipping.samples = clipping["samples"]?.int ?? 0
      sound.clipping.firstAt = clipping["firstAt"]?.double
    }
    if let silence = value["silence"] {
      sound.silence.leading = silence["leading"]?.double ?? 0
      sound.silence.trailing = silence["trailing"]?.double ?? 0
      sound.silence.longest = silence["longest"]?.double ?? 0
      sound.silence.longestAt = silence["longestAt"]?.double
    }
    if let dropouts = value["dropouts"] {
      sound.dropouts.count = dropouts["count"]?.int ?? 0
      sound.dropouts.firstAt = dropouts["firstAt"]?.double
    }
  }
}

/// A number of the analysis: a member of the manifest, and a column of `list`.
package struct SoundNumber: Sendable, Hashable {
  package let name: String
  /// The unit of its values, or nothing.
  package let unit: String
  package let decimals: Int

  init(_ name: String, unit: String = "", decimals: Int) {
    self.name = name
    self.unit = unit
    self.decimals = decimals
  }
}

/// The numbers of the sound that have a meaning of their own in expectations.
extension SoundNumber {
  package static let loudness = SoundNumber("loudness", unit: "LUFS", decimals: 2)
  package static let loudnessRange = SoundNumber("loudnessRange", unit: "LU", decimals: 2)
  package static let loudestMoment = SoundNumber("loudestMoment", unit: "LUFS", decimals: 2)
  package static let loudestStretch = SoundNumber("loudestStretch", unit: "LUFS", decimals: 2)
  package static let truePeak = SoundNumber("truePeak", unit: "dBTP", decimals: 2)
}
