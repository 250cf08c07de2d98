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
    if case .number(let number, _) = self {
      number
    } else {
      nil
    }
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
  fileprivate static func text(_ text: String?) -> EntryValue { text.map { .text($0) } ?? .absent }

  fileprivate static func number(_ number: Int?) -> EntryValue {
    .number(number.map { Double($0) }, 0)
  }

  fileprivate static func number(_ number: Double?, _ decimals: Int) -> EntryValue {
    number.map { .number($0, decimals: decimals) } ?? .absent
  }

  fileprivate static func level(_ amplitude: Double?) -> EntryValue {
    // Silence has no level: minus infinity is no number of JSON.
    guard let amplitude, amplitude > 0 else { return .absent }
    return .number(20 * log10(amplitude), 2)
  }
}

extension ManifestEntry {
  // Numbers have the decimals of the manifest, so that a condition compares what people read there.
  package func value(_ field: EntryField) -> EntryValue {
    switch field {
    case .member(let member): value(member)
    case .tag(let name): .text(made?.tags.text(named: name))
    case .number(let number): .number(made?.value(of: number), number.decimals)
    }
  }

  private func value(_ member: EntryField.Member) -> EntryValue {
    let sound = made?.sound
    return switch member {
    case .path: .text(path.lossyText)
    case .status: .text(status?.rawValue ?? "pending")
    case .error: .text(problem?.code)
    case .duration: .number(made.map { Double($0.durationMs) / 1000 }, 3)
    case .durationMs: .number(made?.durationMs)
    case .format: .text(made?.format)
    case .sampleRate: .number(made?.sampleRate)
    case .channels: .number(made?.channels)
    case .bytes: .number(bytes)
    case .bitrate: .number(made?.bitRate?.kilobits)
    case .bitrateMode: .text(made?.bitRate.map { $0.isConstant ? "constant" : "variable" })
    case .peak: .level(made?.peak)
    case .rms: .level(made?.rms)
    case .bits: .number(sound?.bits)
    case .clipping: .number(sound?.clipping.samples)
    case .dropouts: .number(sound?.dropouts.count)
    case .gain: .number(sound?.gain, 2)
    case .findings: made.map { .texts($0.knownFindings.map(\.rawValue)) } ?? .absent
    case .digest: .text(digest?.hex)
    case .alt: .text(made?.alt)
    case .picture: .text(pictures.first?.path.path.lossyText)
    case .url: .text(pictures.first?.path.path.percentEncoded)
    case .width: .number(pictures.first?.facts.width)
    case .height: .number(pictures.first?.facts.height)
    }
  }
}

extension ManifestEntry.Made {
  /// Returns a number of the sound or of another measure, or nil if it was not measured.
  fileprivate func value(of number: MeasuredNumber) -> Double? {
    sound.flatMap { SoundData.value(of: number, in: $0) } ?? numbers[number.name]
  }

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
    if let isMono, let made = entry.made, isMono != (made.channels == 1) { return true }
    if test == .same { return entry.value(field) == (first ?? entry).value(field) }
    return switch entry.value(field) {
    // Without an analysis it is unknown whether there are findings.
    case .absent: !field.isNumber && field != .findings && holds(for: [])
    case .number(let number, _): holds(for: number)
    case .text(let text): holds(for: text.isEmpty ? [] : [text])
    case .texts(let texts): holds(for: texts)
    }
  }
}
