import Waveform
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

/// The findings of `--analyze`, grouped by kind, with a line for each.
struct FindingGroups {
  struct Group {
    var count = 0
    /// The severity of the worst finding, its recording and its numbers.
    var worst = -Double.infinity
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
      let (badness, detail) = Self.measure(finding, sound)
      var group = groups[finding] ?? Group()
      group.count += 1
      if badness > group.worst {
        group.worst = badness
        group.detail = detail
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
    let details = findings.compactMap(SoundFinding.init(rawValue:)).map { measure($0, sound).1 }
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

  /// Returns the severity of a finding, and its numbers in words.
  private static func measure(_ finding: SoundFinding, _ sound: SoundReport) -> (Double, String) {
    func first(_ seconds: Double?) -> String { "first at \(Numerals.clock(seconds ?? 0))" }
    switch finding {
    case .silent, .truncated, .gaps, .checksumMismatch: return (0, "")
    case .silentChannel:
      let channels = sound.silentChannels.map { "\($0)" }.joined(separator: ", ")
      return (Double(sound.silentChannels.count), "channel \(channels)")
    case .inverted: return (-(sound.correlation ?? 0), "correlation \(sound.correlation ?? 0)")
    case .clipping:
      let samples = Numerals.count(sound.clipping.samples, "sample")
      return (Double(sound.clipping.samples), "\(samples), \(first(sound.clipping.firstAt))")
    case .dropouts:
      return (
        Double(sound.dropouts.count), "\(sound.dropouts.count), \(first(sound.dropouts.firstAt))"
      )
    case .longSilence:
      let silence = sound.silence
      let place = Numerals.clock(silence.longestAt ?? 0)
      return (silence.longest, "\(Numerals.span(silence.longest)) at \(place)")
    case .lateStart: return (sound.silence.leading, Numerals.span(sound.silence.leading))
    case .longTail: return (sound.silence.trailing, Numerals.span(sound.silence.trailing))
    case .dcOffset: return (abs(sound.dcOffset ?? 0), "\(sound.dcOffset ?? 0) of full scale")
    case .cutOff:
      let edge = sound.bandwidth ?? 0
      let origin =
        if edge < 14_500 {
          "from a lower sample rate or a very low bit rate"
        } else {
          "made from a lossy file or from one of a lower sample rate"
        }
      return (-edge, "ends at \(Numerals.decimal(edge / 1000)) kHz as if cut: \(origin)")
    case .paddedBits: return (-Double(sound.bits ?? 0), "\(sound.bits ?? 0) bits used")
    }
  }
}
