import Waveform
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

/// The findings of `--analyze`, grouped by kind, with a line for each.
struct FindingGroups {
  struct Group {
    var count = 0
    /// The severity of the worst finding, its recording and its numbers.
    var maximumSeverity = -Double.infinity
    var path: RawPath = ""
    var detail = ""
    var picture: PictureFile?

    var name: String { PrintableName.text(path.bytes) }
  }

  private var groups: [SoundFinding: Group] = [:]

  mutating func add(_ entry: ManifestEntry) {
    guard let made = entry.made else { return }
    // Without an analysis only what every scan finds is known, which has no numbers.
    let sound = made.sound ?? SoundReport()
    for finding in made.knownFindings {
      let severity = Self.severity(of: finding, in: sound)
      var group = groups[finding] ?? Group()
      group.count += 1
      if severity > group.maximumSeverity {
        group.maximumSeverity = severity
        group.detail = Self.detail(of: finding, in: sound)
        group.path = entry.path
        group.picture = entry.pictures.first
      }
      groups[finding] = group
    }
  }

  /// The findings that recordings have, worst first.
  var all: [(finding: SoundFinding, group: Group)] {
    SoundFinding.allCases.compactMap { finding in groups[finding].map { (finding, $0) } }
  }

  /// `3 recordings clip`.
  static func subject(_ finding: SoundFinding, _ count: Int) -> String {
    "\(Numerals.count(count, "recording")) \(verb(finding, isOne: count == 1))"
  }

  /// One sentence for each finding, worst first; damage is reported by the scan itself.
  var lines: [String] {
    SoundFinding.allCases.compactMap { finding in
      guard let group = groups[finding], finding != .truncated, finding != .gaps else { return nil }
      let detail = group.detail.isEmpty ? "" : ": \(group.detail)"
      let worst =
        if group.count > 1 && !group.detail.isEmpty {
          "worst "
        } else {
          ""
        }
      return "\(Self.subject(finding, group.count)), \(worst)\(group.name)\(detail)"
    }
  }

  /// Returns the numbers of findings in words: `7,265 samples, first at 0:00`.
  static func details(of findings: [String], in sound: SoundReport) -> String {
    let details = findings.compactMap(SoundFinding.init(rawValue:)).map { finding in
      detail(of: finding, in: sound)
    }
    return details.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  private static func verb(_ finding: SoundFinding, isOne: Bool) -> String {
    let have = isOne ? "has" : "have"
    return switch finding {
    case .silent: isOne ? "is silent" : "are silent"
    case .truncated: isOne ? "ends early" : "end early"
    case .gaps: "\(have) gaps"
    case .checksumMismatch: "\(have) samples that differ from the checksum in the file"
    case .silentChannel: "\(have) a silent channel"
    case .inverted: "\(have) an inverted channel"
    case .clipping: isOne ? "clips" : "clip"
    case .dropouts: "\(have) dropouts"
    case .longSilence: "\(have) long silence inside"
    case .lateStart: isOne ? "starts late" : "start late"
    case .longTail: isOne ? "ends with long silence" : "end with long silence"
    case .dcOffset: "\(have) a DC offset"
    case .cutOff: "\(have) a spectrum that is cut off"
    case .paddedBits: "\(have) unused bits"
    }
  }

  /// Returns how bad a finding is, compared with the same finding of other recordings.
  private static func severity(of finding: SoundFinding, in sound: SoundReport) -> Double {
    switch finding {
    case .silent, .truncated, .gaps, .checksumMismatch: 0
    case .silentChannel: Double(sound.silentChannels.count)
    case .inverted: -(sound.correlation ?? 0)
    case .clipping: Double(sound.clipping.samples)
    case .dropouts: Double(sound.dropouts.count)
    case .longSilence: sound.silence.longest
    case .lateStart: sound.silence.leading
    case .longTail: sound.silence.trailing
    case .dcOffset: abs(sound.dcOffset ?? 0)
    case .cutOff: -(sound.bandwidth ?? 0)
    case .paddedBits: -Double(sound.bits ?? 0)
    }
  }

  /// Returns the numbers of a finding as text: `7,265 samples, first at 0:00`.
  private static func detail(of finding: SoundFinding, in sound: SoundReport) -> String {
    switch finding {
    case .silent, .truncated, .gaps, .checksumMismatch: return ""
    case .silentChannel:
      let channels = sound.silentChannels.map { "\($0)" }.joined(separator: ", ")
      return "channel \(channels)"
    case .inverted: return "correlation \(sound.correlation ?? 0)"
    case .clipping:
      let samples = Numerals.count(sound.clipping.samples, "sample")
      let start = Numerals.clock(sound.clipping.firstAt ?? 0)
      return "\(samples), first at \(start)"
    case .dropouts:
      let start = Numerals.clock(sound.dropouts.firstAt ?? 0)
      return "\(sound.dropouts.count), first at \(start)"
    case .longSilence:
      let start = Numerals.clock(sound.silence.longestAt ?? 0)
      return "\(Numerals.span(sound.silence.longest)) at \(start)"
    case .lateStart: return Numerals.span(sound.silence.leading)
    case .longTail: return Numerals.span(sound.silence.trailing)
    case .dcOffset: return "\(sound.dcOffset ?? 0) of full scale"
    case .cutOff: return cutOffText(at: sound.bandwidth ?? 0)
    case .paddedBits: return "\(sound.bits ?? 0) bits used"
    }
  }

  private static func cutOffText(at frequency: Double) -> String {
    // lame keeps what is below 15.1 kHz at 96 kbit/s, and below 13.5 kHz at 80.
    let origin =
      if frequency < 14_500 {
        "from a lower sample rate or a very low bit rate"
      } else {
        "made from a lossy file or from one of a lower sample rate"
      }
    return "ends at \(Numerals.decimal(frequency / 1000)) kHz as if cut: \(origin)"
  }
}
