import Bytes
import Codecs
import Glibc
import Outputs
import System
import Waveform

/// The value of a field of an entry.
package enum EntryValue: Sendable, Equatable {
  case absent
  case number(Double, decimals: Int)
  case text(String)
  case words([String])

  package var number: Double? {
    if case .number(let number, _) = self { number } else { nil }
  }

  /// As text without a unit.
  package var plain: String {
    switch self {
    case .absent: ""
    case .number(let number, let decimals): JSONNumber.rounded(number, decimals: decimals)
    case .text(let text): text
    case .words(let words): words.joined(separator: " ")
    }
  }
}

extension ManifestEntry {
  package func value(_ field: EntryField) -> EntryValue {
    switch field {
    case .path: .text(path.lossyText)
    case .status: .text(status?.rawValue ?? "pending")
    case .error: problem.map { .text($0.code) } ?? .absent
    case .bytes: bytes.map { .number(Double($0), decimals: 0) } ?? .absent
    case .title, .artist, .album, .format, .duration, .durationMs, .sampleRate, .channels, .bitrate,
      .bitrateMode, .peak, .rms:
      made.map { facts(of: $0, field) } ?? .absent
    case .loudness, .loudnessRange, .loudestMoment, .loudestStretch, .truePeak, .noiseFloor,
      .dcOffset, .correlation, .bandwidth, .bits, .clipping, .dropouts, .gain:
      made?.sound.map { Self.sound(of: $0, field) } ?? .absent
    case .findings: made?.sound == nil ? .absent : .words((made?.findings ?? []).map(\.rawValue))
    }
  }

  private func facts(of made: Made, _ field: EntryField) -> EntryValue {
    func text(_ text: String?) -> EntryValue { text.map { .text($0) } ?? .absent }
    func level(_ amplitude: Double) -> EntryValue {
      amplitude > 0 ? .number(20 * log10(amplitude), decimals: 2) : .absent
    }
    return switch field {
    case .title: text(made.tags.title)
    case .artist: text(made.tags.artist)
    case .album: text(made.tags.album)
    case .format: .text(made.format)
    case .duration: .number(Double(made.durationMs) / 1000, decimals: 3)
    case .durationMs: .number(Double(made.durationMs), decimals: 0)
    case .sampleRate: .number(Double(made.sampleRate), decimals: 0)
    case .channels: .number(Double(made.channels), decimals: 0)
    case .bitrate:
      made.bitRate.map { .number(Double($0.kilobits), decimals: 0) } ?? .absent
    case .bitrateMode: text(made.bitRate.map { $0.isConstant ? "constant" : "variable" })
    case .peak: level(made.peak)
    case .rms: level(made.rms)
    case .path, .status, .error, .bytes, .loudness, .loudnessRange, .loudestMoment, .loudestStretch,
      .truePeak, .noiseFloor, .dcOffset, .correlation, .bandwidth, .bits, .clipping, .dropouts,
      .gain, .findings:
      .absent
    }
  }

  private static func sound(of sound: SoundReport, _ field: EntryField) -> EntryValue {
    func number(_ number: Double?, _ decimals: Int = 2) -> EntryValue {
      number.map { .number($0, decimals: decimals) } ?? .absent
    }
    return switch field {
    case .loudness: number(sound.loudness)
    case .loudnessRange: number(sound.loudnessRange)
    case .loudestMoment: number(sound.loudestMoment)
    case .loudestStretch: number(sound.loudestStretch)
    case .truePeak: number(sound.truePeak)
    case .noiseFloor: number(sound.noiseFloor)
    case .dcOffset: number(sound.dcOffset, 5)
    case .correlation: number(sound.correlation, 3)
    case .bandwidth: number(sound.bandwidth, 0)
    case .bits: number(sound.bits.map { Double($0) }, 0)
    case .clipping: number(Double(sound.clipping.samples), 0)
    case .dropouts: number(Double(sound.dropouts.count), 0)
    case .gain: number(sound.gain)
    case .path, .status, .error, .title, .artist, .album, .format, .duration, .durationMs,
      .sampleRate, .channels, .bytes, .bitrate, .bitrateMode, .peak, .rms, .findings:
      .absent
    }
  }
}

extension SoundReport {
  /// What brings it to -18 LUFS, as ReplayGain 2 does, or to a true peak of -1 dBTP if that is less.
  package var gain: Double? {
    loudness.map { min(-18 - $0, -1 - (truePeak ?? -.infinity)) }
  }
}

extension EntryCondition {
  /// Whether the condition holds for an entry, of whose folder `first` is the first recording.
  package func holds(for entry: ManifestEntry, besides first: ManifestEntry? = nil) -> Bool {
    if let isMono, let made = entry.made, isMono != (made.channels == 1) { return true }
    if test == .same { return entry.value(field) == (first ?? entry).value(field) }
    return switch entry.value(field) {
    case .absent: field.isNumber ? false : holds(for: [])
    case .number(let number, _): holds(for: number)
    case .text(let text): holds(for: text.isEmpty ? [] : [text])
    case .words(let words): holds(for: words)
    }
  }
}

/// Checks entries, in the order of their paths, against what is expected of recordings.
package struct ExpectationChecker {
  package let conditions: [EntryCondition]
  /// The first recording of each folder, if a condition compares with it.
  private var first: [RawPath: ManifestEntry] = [:]

  package init(_ expectations: [[EntryCondition]]) { conditions = Array(expectations.joined()) }

  /// The conditions that a recording misses: none if it has no pictures.
  package mutating func missed(by entry: ManifestEntry) -> [EntryCondition] {
    guard entry.made != nil else { return [] }
    let folder = entry.path.parent
    if conditions.contains(where: { $0.test == .same }), first[folder] == nil {
      first[folder] = entry
    }
    return conditions.filter { !$0.holds(for: entry, besides: first[folder]) }
  }
}
