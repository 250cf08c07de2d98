import Codecs
import Glibc
import Outputs
package import Waveform
import WavethumbBytes
package import WavethumbOptions
import WavethumbSystem

/// The value of a field of an entry, for tables and conditions.
package enum EntryValue: Sendable, Equatable {
  case absent
  case number(Double, decimals: Int)
  case text(String)
  case texts([String])

  package var number: Double? {
    guard case .number(let number, _) = self else { return nil }
    return number
  }

  /// The value as text without a unit.
  package var plain: String {
    switch self {
    case .absent: ""
    case .number(let number, let decimals): JSONNumber.rounded(number, decimals: decimals)
    case .text(let text): text
    case .texts(let texts): texts.joined(separator: " ")
    }
  }
}

extension EntryValue {
  fileprivate static func ifKnown(_ text: String?) -> EntryValue {
    guard let text else { return .absent }
    return .text(text)
  }

  fileprivate static func ifKnown(_ number: Int?) -> EntryValue {
    ifKnown(number.map(Double.init), decimals: 0)
  }

  fileprivate static func ifKnown(_ number: Double?, decimals: Int) -> EntryValue {
    guard let number else { return .absent }
    return .number(number, decimals: decimals)
  }

  fileprivate static func level(of amplitude: Double?) -> EntryValue {
    // Silence has no level: minus infinity is no number of JSON.
    guard let amplitude, amplitude > 0 else { return .absent }
    return .number(20 * log10(amplitude), decimals: 2)
  }
}

extension ManifestEntry {
  // Numbers have the decimals of the manifest, so that a condition compares what people read there.
  package func value(_ field: EntryField) -> EntryValue {
    switch field {
    case .member(let member): value(member)
    case .tag(let name): .ifKnown(facts?.tags.text(named: name))
    case .number(let number): .ifKnown(facts?.value(of: number), decimals: number.decimals)
    }
  }

  private func value(_ member: EntryField.Member) -> EntryValue {
    let sound = facts?.sound
    // The first picture: a table has one row a recording.
    let picture = pictures.first
    return switch member {
    case .path: .text(path.lossyText)
    case .status: .text(status?.rawValue ?? "pending")
    case .error: .ifKnown(problem?.code)
    case .duration: .ifKnown(facts?.seconds, decimals: 3)
    case .durationMs: .ifKnown(facts?.durationMs)
    case .format: .ifKnown(facts?.format)
    case .sampleRate: .ifKnown(facts?.sampleRate)
    case .channels: .ifKnown(facts?.channels)
    case .bytes: .ifKnown(bytes)
    case .bitrate: .ifKnown(facts?.bitRate?.kilobits)
    case .bitrateMode: .ifKnown(facts?.bitRate?.mode)
    case .peak: .level(of: facts?.peak)
    case .rms: .level(of: facts?.rms)
    case .bits: .ifKnown(sound?.bits)
    case .clipping: .ifKnown(sound?.clipping.samples)
    case .dropouts: .ifKnown(sound?.dropouts.count)
    case .gain: .ifKnown(sound?.gain, decimals: 2)
    case .findings: findings
    case .checksum: checksum
    case .kind: kinds
    case .description: .ifKnown(facts?.tags.bext?.description)
    case .originator: .ifKnown(facts?.tags.bext?.originator)
    case .originatorReference: .ifKnown(facts?.tags.bext?.originatorReference)
    case .originationDate: .ifKnown(facts?.tags.bext?.date)
    case .originationTime: .ifKnown(facts?.tags.bext?.time)
    case .timeReference: .ifKnown(facts?.tags.bext?.timeReference)
    case .digest: .ifKnown(digest?.hex)
    case .alt: .ifKnown(facts?.alt)
    case .picture: .ifKnown(picture?.path.path.lossyText)
    case .url: urls
    case .width: .ifKnown(picture?.facts.width)
    case .height: .ifKnown(picture?.facts.height)
    }
  }

  /// The addresses of all files, relative to the manifest.
  private var urls: EntryValue {
    let data = facts?.dataFiles.compactMap(\.listed?.path) ?? []
    let paths = pictures.map(\.path) + data
    if paths.isEmpty { return .absent }
    return .texts(paths.map { path in path.path.percentEncoded })
  }

  /// Whether the samples have the checksum of the file; absent without an analysis.
  private var checksum: EntryValue {
    guard let sound = facts?.sound else { return .absent }
    switch sound.checksum {
    case true?: return .text("right")
    case false?: return .text("wrong")
    case nil: return .text("none")
    }
  }

  /// The kinds of the events, each once and in the order of the kinds.
  private var kinds: EntryValue {
    guard let events = facts?.sound?.events.first else { return .absent }
    let kinds = SoundEvent.Kind.allCases.filter { kind in
      events.contains { event in event.kind == kind }
    }
    return .texts(kinds.map(\.rawValue))
  }

  private var findings: EntryValue {
    guard let facts else { return .absent }
    return .texts(facts.knownFindings.map(\.rawValue))
  }
}

extension AudioBitRate {
  /// The word in `--where bitrateMode=constant`.
  fileprivate var mode: String { isConstant ? "constant" : "variable" }
}

extension ManifestEntry.Facts {
  /// Returns a number of the sound, or nil if it was not measured.
  fileprivate func value(of number: SoundNumber) -> Double? {
    sound.flatMap { SoundData.value(of: number, in: $0) }
  }

  fileprivate var seconds: Double { Double(durationMs) / 1000 }

  /// The findings; without an analysis only those of every scan.
  package var knownFindings: [SoundFinding] {
    if sound != nil { return findings }
    var findings: [SoundFinding] = []
    if isSilent {
      findings.append(.silent)
    }
    if damage.truncated {
      findings.append(.truncated)
    }
    if damage.gaps != nil {
      findings.append(.gaps)
    }
    return findings
  }
}

extension SoundReport {
  /// The gain to reach -18 LUFS, as in ReplayGain 2, or a true peak of -1 dBTP if that is less.
  // -1 dBTP is the maximum of EBU R 128: lossy encoders raise peaks, and players clip them.
  package var gain: Double? {
    guard let loudness else { return nil }
    let toTarget = -18 - loudness
    guard let truePeak else { return toTarget }
    return min(toTarget, -1 - truePeak)
  }
}

extension EntryCondition {
  /// Whether the condition holds for an entry; `first` is the first recording of its folder.
  package func holds(for entry: ManifestEntry, besides first: ManifestEntry? = nil) -> Bool {
    // A condition on the other kind of recordings asks nothing of this one.
    if let isMono, let facts = entry.facts, isMono != (facts.channels == 1) { return true }
    if test == .same {
      let model = first ?? entry
      return entry.value(field) == model.value(field)
    }
    return switch entry.value(field) {
    // Without an analysis it is unknown whether there are findings.
    case .absent: !field.isNumber && field != .findings && holds(for: [])
    case .number(let number, _): holds(for: number)
    case .text(""): holds(for: [])
    case .text(let text): holds(for: [text])
    case .texts(let texts): holds(for: texts)
    }
  }
}
