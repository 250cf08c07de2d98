import Waveform
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

/// The findings of `--analyze`, grouped by kind, with a line for each.
struct FindingGroups {
  /// The recordings with one finding.
  struct Group {
    var count = 0
    /// The severity of the worst finding, its recording and its numbers.
    // Of equal ones the first, so that entries in order give the same text in every run.
    var maximumSeverity = -Double.infinity
    var path: RawPath = ""
    var detail = ""
    var picture: PictureFile?

    var name: String { PrintableName.text(path.bytes) }
  }

  private var groups: [SoundFinding: Group] = [:]

  mutating func add(_ entry: ManifestEntry) {
    guard let facts = entry.facts else { return }
    // Without an analysis only what every scan finds is known, which has no numbers.
    let sound = facts.sound ?? SoundReport()
    for finding in facts.knownFindings {
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
    SoundFinding.allCases.compactMap { finding in
      guard let group = groups[finding] else { return nil }
      return (finding, group)
    }
  }

  /// `3 recordings clip`.
  static func subject(_ finding: SoundFinding, count: Int) -> String {
    let verbs = verbs(of: finding)
    let verb = count == 1 ? verbs.one : verbs.others
    return "\(Numerals.count(count, "recording")) \(verb)"
  }

  /// One sentence for each finding, worst first; damage is reported by the scan itself.
  var lines: [String] {
    SoundFinding.allCases.compactMap { finding in
      guard let group = groups[finding], finding != .truncated, finding != .gaps else { return nil }
      let subject = Self.subject(finding, count: group.count)
      if group.detail.isEmpty { return "\(subject), \(group.name)" }
      // Of one recording there is no worst.
      let rank = group.count > 1 ? "worst " : ""
      return "\(subject), \(rank)\(group.name): \(group.detail)"
    }
  }

  /// Returns the numbers of findings in words: `7,265 samples, first at 0:00`.
  static func details(of findings: [String], in sound: SoundReport) -> String {
    let details = findings.compactMap(SoundFinding.init(rawValue:)).map { finding in
      detail(of: finding, in: sound)
    }
    return details.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// What one recording does, and what several do.
  private static func verbs(of finding: SoundFinding) -> (one: String, others: String) {
    func having(_ object: String) -> (one: String, others: String) {
      ("has \(object)", "have \(object)")
    }
    return switch finding {
    case .silent: ("is silent", "are silent")
    case .truncated: ("ends early", "end early")
    case .gaps: having("gaps")
    case .checksumMismatch: having("samples that differ from the checksum in the file")
    case .silentChannel: having("a silent channel")
    case .inverted: having("an inverted channel")
    case .clipping: ("clips", "clip")
    case .dropouts: having("dropouts")
    case .longSilence: having("long silence inside")
    case .lateStart: ("starts late", "start late")
    case .longTail: ("ends with long silence", "end with long silence")
    case .dcOffset: having("a DC offset")
    case .cutOff: having("a spectrum that is cut off")
    case .paddedBits: having("unused bits")
    }
  }

  /// Returns how bad a finding is, compared with the same finding of other recordings.
  // Negative where less is worse, such as the bits that are used: the largest number is the worst of all.
  static func severity(of finding: SoundFinding, in sound: SoundReport) -> Double {
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
  static func detail(of finding: SoundFinding, in sound: SoundReport) -> String {
    switch finding {
    case .silent, .truncated, .gaps, .checksumMismatch: return ""
    case .silentChannel:
      let channels = sound.silentChannels.map { channel in "\(channel)" }
      return "channel \(channels.joined(separator: ", "))"
    case .inverted: return "correlation \(sound.correlation ?? 0)"
    case .clipping:
      let samples = Numerals.count(sound.clipping.samples, "sample")
      let start = WaveformTime.spoken(sound.clipping.firstAt ?? 0)
      return "\(samples), first at \(start)"
    case .dropouts:
      let start = WaveformTime.spoken(sound.dropouts.firstAt ?? 0)
      if sound.dropouts.count == 1 { return "one at \(start)" }
      return "\(Numerals.grouped(sound.dropouts.count)), first at \(start)"
    case .longSilence:
      let start = WaveformTime.spoken(sound.silence.longestAt ?? 0)
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
    let isVeryLow = frequency < 14_500
    let origin =
      isVeryLow
      ? "from a lower sample rate or a very low bit rate"
      : "made from a lossy file or from one of a lower sample rate"
    return "ends at \(Numerals.decimal(frequency / 1000)) kHz as if cut: \(origin)"
  }
}
