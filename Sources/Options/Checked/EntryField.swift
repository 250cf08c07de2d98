import Codecs
package import Outputs
import Waveform

/// A column of `list`, and a name in `--where` and `--expect`.
// One list for all three, so that whatever is printed can be asked for.
package enum EntryField: Hashable, Sendable {
  case member(Member)
  /// A tag by its name.
  case tag(String)
  /// A number of the sound.
  case number(SoundNumber)

  /// What an entry has besides tags and numbers of the sound.
  package enum Member: String, CaseIterable, Sendable {
    case path, status, error
    case duration, durationMs, format, sampleRate, channels, bytes, bitrate, bitrateMode
    case peak, rms
    case bits, clipping, dropouts, gain, findings
    case checksum, kind
    case description, originator, originatorReference, originationDate, originationTime
    case timeReference
    case digest, alt, picture, url, width, height
  }
}

extension EntryField: RawRepresentable, CaseIterable {
  /// All fields: tags and numbers derive from their rows.
  package static let allCases: [EntryField] = Member.allCases.flatMap { member -> [EntryField] in
    let field = EntryField.member(member)
    // Where they are listed: tags after the problem, numbers after the levels.
    switch member {
    case .error:
      let tags = AudioTags.rows.map { row in EntryField.tag(row.name) }
      return [field] + tags
    case .rms:
      return [field] + SoundData.numbers.map { number in EntryField.number(number) }
    default: return [field]
    }
  }

  package var rawValue: String {
    switch self {
    case .member(let member): member.rawValue
    case .tag(let name): name
    case .number(let number): number.name
    }
  }

  package init?(rawValue: String) {
    let field = Self.allCases.first { field in field.rawValue == rawValue }
    guard let field else { return nil }
    self = field
  }
}

extension EntryField {
  /// Reads the name of a field, or throws with the one that is meant.
  init(named name: OptionText) throws(ValueProblem) {
    do throws(ValueProblem) {
      self = try name.choice(of: EntryField.self)
    } catch {
      let typed = String(decoding: SpellingSuggestion.folded(name.bytes), as: UTF8.self)
      guard let meant = Self.meanings[typed] else { throw error }
      throw .unknownWord(nearest: meant, choices: Self.allCases.map(\.rawValue))
    }
  }

  /// The field of a name here or in another program; nil for any other name.
  init?(meantBy name: OptionText) {
    do throws(ValueProblem) {
      self = try EntryField(named: name)
    } catch {
      guard case .unknownWord(let nearest?, _) = error else { return nil }
      self.init(rawValue: nearest)
    }
  }

  // What other programs call them.
  private static let meanings = [
    "size": "bytes", "filesize": "bytes", "name": "path", "file": "path", "length": "duration",
    "lufs": "loudness", "lra": "loudnessRange", "rate": "sampleRate", "codec": "format",
    "type": "format",
    "date": "year", "hash": "digest", "image": "picture", "problem": "error",
    "problems": "findings",
  ]

  /// A condition with it, for messages.
  var example: String {
    if let value = possibleValues?.first { return "\(rawValue)=\(value)" }
    if !isNumber { return "\(rawValue)=TEXT" }
    switch self {
    case .loudness, .loudestMoment, .loudestStretch: return "\(rawValue)=-17..-15"
    case .truePeak, .peak: return "\(rawValue)=..-1"
    default: return "\(rawValue)=1..100"
    }
  }
}

// The fields that tables and expectations treat in a way of their own.
extension EntryField {
  package static let path = EntryField.member(.path)
  package static let duration = EntryField.member(.duration)
  package static let durationMs = EntryField.member(.durationMs)
  package static let format = EntryField.member(.format)
  package static let bytes = EntryField.member(.bytes)
  package static let peak = EntryField.member(.peak)
  package static let rms = EntryField.member(.rms)
  package static let findings = EntryField.member(.findings)
  package static let kind = EntryField.member(.kind)
  package static let loudness = EntryField.number(.loudness)
  package static let loudnessRange = EntryField.number(.loudnessRange)
  package static let loudestMoment = EntryField.number(.loudestMoment)
  package static let loudestStretch = EntryField.number(.loudestStretch)
  package static let truePeak = EntryField.number(.truePeak)
}

extension EntryField {
  package var isNumber: Bool {
    switch self {
    case .tag: false
    case .number: true
    case .member(let member):
      switch member {
      case .path, .status, .error, .format, .bitrateMode, .findings, .checksum, .kind, .description,
        .originator, .originatorReference, .originationDate, .originationTime, .digest, .alt,
        .picture, .url:
        false
      case .duration, .durationMs, .sampleRate, .channels, .bytes, .bitrate, .peak, .rms, .bits,
        .clipping, .dropouts, .gain, .timeReference, .width, .height:
        true
      }
    }
  }

  /// Whether only a scan with `--analyze` knows its values.
  package var needsAnalysis: Bool {
    switch self {
    case .number: true
    case .member(.bits), .member(.clipping), .member(.dropouts), .member(.gain), .member(.findings),
      .member(.checksum), .member(.kind):
      true
    case .member, .tag: false
    }
  }

  /// All values that it may have, or nil for numbers and free text.
  var possibleValues: [String]? {
    switch self {
    case .member(.status): OutcomeStatus.allCases.map(\.rawValue) + ["pending"]
    case .member(.bitrateMode): ["constant", "variable"]
    case .member(.findings): SoundFinding.allCases.map(\.rawValue)
    case .member(.checksum): ["none", "right", "wrong"]
    case .member(.kind): SoundEvent.Kind.allCases.map(\.rawValue)
    case .member, .tag, .number: nil
    }
  }

  /// The unit of its values, or nothing.
  package var unit: String {
    switch self {
    case .tag: ""
    case .number(let number): number.unit
    case .member(let member):
      switch member {
      case .peak, .rms: "dBFS"
      case .gain: "dB"
      case .sampleRate: "Hz"
      case .durationMs: "ms"
      case .duration: "s"
      case .bitrate: "kbit/s"
      case .bytes: "bytes"
      case .path, .status, .error, .format, .channels, .bitrateMode, .bits, .clipping, .dropouts,
        .findings, .checksum, .kind, .description, .originator, .originatorReference,
        .originationDate, .originationTime, .timeReference, .digest, .alt, .picture, .url, .width,
        .height:
        ""
      }
    }
  }

  /// The unit of the difference of two values: that of levels is relative.
  // As in EBU R 128: a level is in LUFS, and what is missing to another in LU.
  package var differenceUnit: String {
    switch unit {
    case "LUFS": "LU"
    case "dBTP", "dBFS": "dB"
    default: unit
    }
  }
}
