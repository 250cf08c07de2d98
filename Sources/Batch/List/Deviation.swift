import Waveform
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// One respect in which a recording is not as `--expect` asks, in the words of an engineer.
struct Deviation {
  /// The condition that a recording misses; the totals count recordings by it.
  enum Kind: Hashable {
    case below(EntryField)
    case above(EntryField)
    /// Not measured, or not measurable, as the loudness of silence.
    case missing(EntryField)
    /// Not one of the expected words.
    case other(EntryField)
  }

  let path: RawPath
  let field: EntryField
  let kind: Kind
  /// The distance of the measured value from the value to reach, by which rows are sorted; 0 if
  /// nothing was measured.
  let severity: Double
  let measured: String
  /// The measured value, if it is a number.
  let number: Double?
  /// The condition as it was typed.
  let condition: String
  let target: String
  /// Such as `8.4 LU too quiet`, or the details of a finding.
  let difference: String
  /// The gain that mends it, or nothing.
  let gain: String

  /// The titles of the cells for deviations in a value.
  // Findings are not measured, and differ from nothing.
  static func titles(of field: EntryField) -> [String] {
    if field == .findings { return ["recording", "findings", "expected", "details", "gain"] }
    return ["recording", "measured", "expected", "difference", "gain"]
  }

  /// The cells of its row in a table.
  // As text already: a report of HTML and a table of a terminal show the same words.
  var cells: [String] { [PrintableName.text(path.bytes), measured, target, difference, gain] }

  /// Writes the deviation as an object: as numbers where there are any, and in the words of the table.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", field.rawValue)
      json.member("expected", condition)
      json.name("measured")
      if let number {
        json.value(number, decimals: 3)
      } else {
        json.value(measured)
      }
      if !difference.isEmpty {
        json.member("difference", difference)
      }
      if !gain.isEmpty {
        json.member("gain", gain)
      }
    }
  }

  /// The deviation as a sentence, for annotations.
  var sentence: String {
    var text = "\(field.rawValue) \(measured)"
    if !target.isEmpty {
      text += ", expected \(target)"
    }
    if !difference.isEmpty {
      text += ": \(difference)"
    }
    if !gain.isEmpty {
      text += "; gain \(gain)"
    }
    return text
  }
}

extension Deviation {
  /// Creates the deviation of an entry from a condition that it does not meet; `conditions` are all
  /// that are asked for.
  init(_ entry: ManifestEntry, from condition: EntryCondition, among conditions: [EntryCondition]) {
    path = entry.path
    field = condition.field
    self.condition = condition.text
    let value = entry.value(condition.field)
    number = value.number
    target = Self.target(of: condition)
    guard case .range(let lower, let upper) = condition.test, case .number(let number, _) = value
    else {
      let isMissing = value == .absent && field.isNumber
      kind = isMissing ? .missing(field) : .other(field)
      severity = Self.severity(of: entry, for: condition)
      measured = Self.measuredText(of: entry, for: condition)
      difference = Self.details(of: entry, for: condition)
      gain = ""
      return
    }

    let isBelow = number < lower ?? -.infinity
    let bound = isBelow ? lower : upper
    let aim = Self.middle(of: condition) ?? bound ?? number
    kind = isBelow ? .below(field) : .above(field)
    severity = abs(number - aim)
    measured = Self.text(value, of: field)
    difference = Self.difference(number - aim, decimals: value.decimals, of: field)
    if field.isMendedByGain {
      gain = Self.gain(aim - number, of: entry, among: conditions)
    } else {
      gain = ""
    }
  }

  /// How bad the worst finding is, compared with all findings of other recordings.
  private static func severity(of entry: ManifestEntry, for condition: EntryCondition) -> Double {
    guard condition.field == .findings else { return 0 }
    let findings = condition.forbidden(in: entry.value(.findings).list)
    let worst = SoundFinding.allCases.firstIndex { finding in findings.contains(finding.rawValue) }
    guard let worst, let sound = entry.facts?.sound else { return 0 }
    let amount = FindingGroups.severity(of: SoundFinding.allCases[worst], in: sound)
    // Less than a whole, so that the kind of finding counts first.
    return Double(SoundFinding.allCases.count - worst) + amount / (2 * (1 + abs(amount)))
  }

  /// The level to aim at where a range allows for tolerance on both sides.
  // A recording at the edge of the range would be out of it with the next encoder.
  private static func middle(of condition: EntryCondition) -> Double? {
    guard condition.field.hasTolerance, case .range(let lower?, let upper?) = condition.test else {
      return nil
    }
    return (lower + upper) / 2
  }

  /// `-16 ± 1 LUFS`, `at most -1 dBTP`, `192 kbit/s or more`, `44,100 Hz`.
  static func target(of condition: EntryCondition) -> String {
    switch condition.test {
    case .range(let lower, let upper):
      let range = rangeText(of: condition, from: lower, to: upper)
      return condition.isMono == true ? "\(range) (mono)" : range
    case .texts(let required, _): return required.joined(separator: " or ")
    case .none: return "none"
    case .same: return "as the first of its folder"
    }
  }

  private static func rangeText(
    of condition: EntryCondition,
    from lower: Double?,
    to upper: Double?
  ) -> String {
    let unit = suffix(condition.field.unit)
    switch (lower, upper) {
    case (let lower?, let upper?) where lower == upper: return Numerals.plain(lower) + unit
    case (let lower?, let upper?):
      guard let middle = middle(of: condition) else {
        return "\(Numerals.plain(lower)) to \(Numerals.plain(upper))\(unit)"
      }
      let tolerance = Numerals.plain((upper - lower) / 2)
      return "\(Numerals.plain(middle)) ± \(tolerance)\(unit)"
    case (let lower?, nil): return "\(Numerals.plain(lower))\(unit) or more"
    case (nil, let upper?): return "at most \(Numerals.plain(upper))\(unit)"
    case (nil, nil): return "known"
    }
  }

  /// Returns a unit behind a space, or nothing for a number without one.
  private static func suffix(_ unit: String) -> String {
    if unit.isEmpty { return "" }
    return " " + unit
  }

  private static func text(_ value: EntryValue, of field: EntryField) -> String {
    guard case .number(let number, let decimals) = value else {
      return PrintableName.text(value.plain.utf8)
    }
    let unit = suffix(field.unit)
    // Levels have two decimals, also if these are 0: so they are below each other in a column.
    if decimals == 2 { return Numerals.fixed(number, decimals: 2) + unit }
    return Numerals.plain(number) + unit
  }

  /// The measured value as text: of findings only those that the condition forbids.
  private static func measuredText(
    of entry: ManifestEntry,
    for condition: EntryCondition
  ) -> String {
    let value = entry.value(condition.field)
    if condition.field == .findings {
      guard entry.facts?.sound != nil else { return "not analyzed" }
      let findings = condition.forbidden(in: value.list)
      if findings.isEmpty { return "none" }
      return findings.joined(separator: ", ")
    }
    if value == .absent, condition.field.isNumber { return "not measurable" }
    let text = text(value, of: condition.field)
    return text.isEmpty ? "none" : text
  }

  private static func details(of entry: ManifestEntry, for condition: EntryCondition) -> String {
    guard let sound = entry.facts?.sound else { return "" }
    switch condition.field {
    case .findings:
      let findings = condition.forbidden(in: entry.value(.findings).list)
      return FindingGroups.details(of: findings, in: sound)
    // 0.4 s is the block of ITU-R BS.1770: without a whole one there is no loudness.
    case .loudness where sound.loudness == nil: return "silent, or shorter than 0.4 s"
    default: return ""
    }
  }

  private static func difference(
    _ difference: Double,
    decimals: Int,
    of field: EntryField
  ) -> String {
    let size = abs(difference)
    let isBelow = difference < 0
    // A tenth is as much as one hears, or sets a fader by; less than that would be shown as 0.0.
    let number: String
    if decimals != 2 {
      number = Numerals.plain(size)
    } else if size < 0.1 {
      number = Numerals.fixed(size, decimals: 2)
    } else {
      number = Numerals.fixed(size, decimals: 1)
    }
    let unit = suffix(field.differenceUnit)
    return "\(number)\(unit) too \(field.adjective(isBelow: isBelow))"
  }

  /// The gain, and how much of it peaks leave no room for.
  private static func gain(
    _ gain: Double,
    of entry: ManifestEntry,
    among conditions: [EntryCondition]
  ) -> String {
    let size = abs(gain)
    let decimals = size < 0.1 ? 2 : 1
    let number = Numerals.fixed(size, decimals: decimals)
    // With its sign, also if it is positive: a gain without one may be read as a level.
    let sign = gain < 0 ? "-" : "+"
    let text = "\(sign)\(number) dB"
    let excess = gain - room(of: entry, among: conditions)
    // A twentieth of a decibel is less than true peaks of two meters differ by.
    guard gain > 0, excess > 0.05 else { return text }
    let reduction = Numerals.fixed(max(0.1, excess), decimals: 1)
    return text + ", limit peaks by \(reduction) dB"
  }

  /// The gain up to the highest peak that is asked for, else to a true peak of -1 dBTP.
  // The true peak first, if both are asked for: it is never below the peak of the samples.
  private static func room(
    of entry: ManifestEntry,
    among conditions: [EntryCondition]
  ) -> Double {
    for field in [EntryField.truePeak, .peak] {
      for condition in conditions where condition.field == field {
        if case .range(_, let upper?) = condition.test, let peak = entry.value(field).number {
          return upper - peak
        }
      }
    }
    guard let peak = entry.value(.truePeak).number else { return .infinity }
    // The maximum of EBU R 128: encoders raise peaks, and players clip them.
    return -1 - peak
  }
}

extension Deviation.Kind {
  /// `12 too quiet`, `1 with truePeak too high`, `2 with findings`.
  func text(count: Int) -> String {
    let number = Numerals.grouped(count)
    return switch self {
    case .below(let field): "\(number) \(field.subject)too \(field.adjective(isBelow: true))"
    case .above(let field): "\(number) \(field.subject)too \(field.adjective(isBelow: false))"
    case .missing(let field): "\(number) without \(field.rawValue)"
    case .other(.findings): "\(number) with findings"
    case .other(let field): "\(number) with another \(field.rawValue)"
    }
  }
}

extension EntryCondition {
  /// Returns the texts that the condition does not allow.
  fileprivate func forbidden(in texts: [String]) -> [String] {
    switch test {
    case .none: texts
    case .texts(_, let excluded): texts.filter(excluded.contains)
    case .range, .same: []
    }
  }
}

extension EntryValue {
  fileprivate var list: [String] {
    if case .texts(let texts) = self { return texts }
    return []
  }

  fileprivate var decimals: Int {
    if case .number(_, let decimals) = self { return decimals }
    return 0
  }
}

extension EntryField {
  /// Whether its ranges allow for a tolerance around a target.
  fileprivate var hasTolerance: Bool {
    [.loudness, .loudestMoment, .loudestStretch, .rms].contains(self)
  }

  /// Whether making the recording louder or quieter moves its value as much.
  fileprivate var isMendedByGain: Bool { hasTolerance || [.truePeak, .peak].contains(self) }

  /// How totals name the value; a recording itself is loud or quiet.
  fileprivate var subject: String { self == .loudness ? "" : "with \(rawValue) " }

  /// The adjective of values below or above a range.
  fileprivate func adjective(isBelow: Bool) -> String {
    let adjectives = adjectives
    return isBelow ? adjectives.below : adjectives.above
  }

  private var adjectives: (below: String, above: String) {
    switch self {
    case .loudness, .loudestMoment, .loudestStretch, .rms: ("quiet", "loud")
    case .duration, .durationMs: ("short", "long")
    case .loudnessRange: ("narrow", "wide")
    case .bytes: ("small", "large")
    default: ("low", "high")
    }
  }
}
