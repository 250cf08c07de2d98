import Waveform

/// A column of `list`, and a name in `--where` and `--expect`.
package enum EntryField: String, CaseIterable, Sendable {
  case path, status, error, title, artist, album
  case duration, durationMs, format, sampleRate, channels, bytes, bitrate, bitrateMode
  case peak, rms
  case loudness, loudnessRange, loudestMoment, loudestStretch, truePeak, noiseFloor
  case dcOffset, correlation, bandwidth, bits, clipping, dropouts
  case gain, findings

  package var isNumber: Bool {
    switch self {
    case .path, .status, .error, .title, .artist, .album, .format, .bitrateMode, .findings: false
    case .duration, .durationMs, .sampleRate, .channels, .bytes, .bitrate, .peak, .rms, .loudness,
      .loudnessRange, .loudestMoment, .loudestStretch, .truePeak, .noiseFloor, .dcOffset,
      .correlation, .bandwidth, .bits, .clipping, .dropouts, .gain:
      true
    }
  }

  /// The possible words of its values, or nil for numbers and free text.
  var words: [String]? { Self.words[self] }

  private static let words: [EntryField: [String]] = [
    .status: OutcomeStatus.allCases.map(\.rawValue) + ["pending"],
    .bitrateMode: ["constant", "variable"], .findings: SoundFinding.allCases.map(\.rawValue),
  ]
}

/// A condition on one field of an entry: `loudness=-17..-15`, `status=failed`, `findings=none`.
package struct EntryCondition: Sendable, Equatable {
  package enum Test: Sendable, Equatable {
    /// A number within bounds, each of which may be missing.
    case range(Double?, Double?)
    /// At least one of the wanted words, if any are given, and none of the unwanted ones.
    case words(wanted: [String], unwanted: [String])
    /// No words at all.
    case none
    /// The number of the first recording of the same folder.
    case same
  }

  package let field: EntryField
  package let test: Test
  /// If not nil, the condition only holds for recordings with one channel, or with more.
  package let isMono: Bool?
  /// As it was typed.
  package let text: String

  /// Reads `NAME=RANGE` or `NAME=WORD,!WORD`.
  package init(_ option: OptionText, isMono: Bool? = nil) throws(ValueProblem) {
    let parts = option.parts(at: "=", maxSplits: 1)
    field = try parts[0].choice(of: EntryField.self)
    guard parts.count == 2, !parts[1].bytes.isEmpty else { throw .empty }
    text = String(decoding: option.bytes, as: UTF8.self)
    test = try Self.test(of: field, parts[1])
    self.isMono = isMono
  }

  private static func test(of field: EntryField, _ value: OptionText) throws(ValueProblem) -> Test {
    let bytes = value.bytes
    guard field.isNumber else {
      if bytes == Array("none".utf8) { return .none }
      var wanted: [String] = []
      var unwanted: [String] = []
      for text in value.parts(at: ",") {
        let isUnwanted = text.bytes.first == UInt8(ascii: "!")
        let name = isUnwanted ? OptionText(Array(text.bytes.dropFirst())) : text
        let word = try field.words.map { words throws(ValueProblem) in try name.word(of: words) }
        let typed = word ?? String(decoding: name.bytes, as: UTF8.self)
        if isUnwanted {
          unwanted.append(typed)
        } else {
          wanted.append(typed)
        }
      }
      return .words(wanted: wanted, unwanted: unwanted)
    }
    if bytes == Array(sameWord.utf8) { return .same }
    let dots = bytes.indices.dropLast().first { bytes[$0] == dot && bytes[$0 + 1] == dot }
    guard let dots else {
      let number = try OptionText(bytes).number(numbers)
      return .range(number, number)
    }
    let low = Array(bytes[..<dots])
    let high = Array(bytes[(dots + 2)...])
    let lower = low.isEmpty ? nil : try OptionText(low).number(numbers)
    let upper = high.isEmpty ? nil : try OptionText(high).number(numbers)
    guard let lower, let upper, lower > upper else { return .range(lower, upper) }
    throw .outOfRange(
      lowest: DecimalNumber.words(for: upper), highest: DecimalNumber.words(for: lower))
  }

  private static let sameWord = "same"
  private static let dot = UInt8(ascii: ".")
  private static let numbers = -1e15...1e15

  package func holds(for number: Double?) -> Bool {
    guard case .range(let lower, let upper) = test, let number else { return false }
    return number >= lower ?? -.infinity && number <= upper ?? .infinity
  }

  package func holds(for words: [String]) -> Bool {
    switch test {
    case .range, .same: false
    case .none: words.isEmpty
    case .words(let wanted, let unwanted):
      (wanted.isEmpty || words.contains(where: wanted.contains))
        && !words.contains(where: unwanted.contains)
    }
  }
}

/// Named sets of conditions for recordings of one kind.
package enum ExpectationPreset: String, CaseIterable, Sendable {
  case podcast, audiobook, broadcast
  case broadcastUS = "broadcast-us"
  case streaming

  func conditions() throws(ValueProblem) -> [EntryCondition] {
    switch self {
    // Apple Podcasts: -16 LUFS within 1 dB, -1 dBTP; AES TD1008 has -19 LUFS for one channel.
    case .podcast:
      [
        try EntryCondition(OptionText("loudness=-17..-15"), isMono: false),
        try EntryCondition(OptionText("loudness=-20..-18"), isMono: true),
      ]
        + (try Self.conditions(
          "truePeak=..-1",
          "findings=!silent,!truncated,!silentChannel,!inverted,!clipping,!dropouts,!longSilence"))
    // ACX Audio Submission Requirements.
    case .audiobook:
      try Self.conditions(
        "rms=-23..-18", "peak=..-3", "noiseFloor=..-60", "sampleRate=44100", "durationMs=..7200000",
        "bitrate=192..", "bitrateMode=constant", "channels=same")
    // EBU R 128.
    case .broadcast: try Self.conditions("loudness=-23.5..-22.5", "truePeak=..-1")
    // ATSC A/85.
    case .broadcastUS: try Self.conditions("loudness=-26..-22", "truePeak=..-2")
    // The loudness of music on streaming services: -14 LUFS.
    case .streaming: try Self.conditions("loudness=-15..-13", "truePeak=..-1")
    }
  }

  private static func conditions(_ texts: String...) throws(ValueProblem) -> [EntryCondition] {
    try texts.map { text throws(ValueProblem) in try EntryCondition(OptionText(text)) }
  }
}

extension ValueForm<EntryCondition> {
  static var condition: ValueForm {
    ValueForm("NAME=RANGE", .words(EntryField.allCases.map(\.rawValue))) {
      text throws(ValueProblem) in try EntryCondition(text)
    }
  }
}

extension ValueForm<[EntryCondition]> {
  /// A condition, or the name of a preset.
  static var expectation: ValueForm {
    let presets = ExpectationPreset.allCases.map(\.rawValue)
    return ValueForm("NAME=RANGE|PRESET", .words(presets)) { text throws(ValueProblem) in
      if text.bytes.contains(UInt8(ascii: "=")) { return [try EntryCondition(text)] }
      guard let preset = ExpectationPreset(rawValue: String(decoding: text.bytes, as: UTF8.self))
      else { throw text.unknown(among: presets + EntryField.allCases.map { "\($0.rawValue)=" }) }
      return try preset.conditions()
    }
  }
}

extension ValueForm<[EntryField]> {
  static var columns: ValueForm {
    ValueForm("A,B", .words(EntryField.allCases.map(\.rawValue))) { text throws(ValueProblem) in
      try text.list { name throws(ValueProblem) in try name.choice(of: EntryField.self) }
    }
  }
}

extension ValueForm<ListOptions.Order> {
  static var order: ValueForm {
    ValueForm("KEY", .words(EntryField.allCases.map(\.rawValue))) { text throws(ValueProblem) in
      let isDescending = text.bytes.first == UInt8(ascii: "-")
      let name = OptionText(Array(text.bytes.dropFirst(isDescending ? 1 : 0)))
      return ListOptions.Order(
        field: try name.choice(of: EntryField.self), isDescending: isDescending)
    }
  }
}
