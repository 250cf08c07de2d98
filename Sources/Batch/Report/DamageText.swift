import Waveform
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

extension Damage {
  /// A description such as "1 gap, 24 ms lost, first at 11:05" or "1 damaged place", or nil without damage.
  var text: String? {
    var parts: [String] = []
    if let gaps {
      // ffmpeg reports that a place is damaged, and not how much it has lost there.
      if gaps.lostMs == 0 {
        parts.append(Numerals.count(gaps.count, "damaged place"))
      } else {
        parts.append(Numerals.count(gaps.count, "gap"))
        parts.append("\(Numerals.span(milliseconds: gaps.lostMs)) lost")
      }
      if let firstAt = gaps.firstAt {
        parts.append("first at \(WaveformTime.spoken(firstAt))")
      }
    }
    if truncated {
      // By how much is known only if the file declares its length.
      if let missingMs {
        parts.append("ends \(Numerals.span(milliseconds: missingMs)) early")
      } else {
        parts.append("ends early")
      }
    }
    if parts.isEmpty { return nil }
    return parts.joined(separator: ", ")
  }
}

/// The recordings that have lost sound; the first are named, with the amount.
struct DamagedFiles: Sendable {
  // A few show what it is about, and `list` shows all.
  private static let maximumNamed = 3

  private var named: [String] = []
  private var count = 0

  mutating func append(_ path: [UInt8], with damage: String) {
    count += 1
    named.append("\(PrintableName.text(path)): \(damage)")
    // The first by name, so that the report is the same with any number of jobs.
    named.sort()
    if named.count > Self.maximumNamed {
      named.removeLast()
    }
  }

  /// Returns a line for each that is named, and one for the rest, which an output lists.
  func lines(listedIn output: [UInt8]) -> [String] {
    let rest = count - named.count
    guard rest > 0 else { return named }
    return named + [
      "\(Numerals.grouped(rest)) more with gaps or an early end: wavethumb list "
        + "\(PrintableName.shellWord(output)) --where findings=gaps,truncated"
    ]
  }
}

/// The recordings that make the exit status 3 and that `--quiet` does not name again.
struct KnownProblems: Sendable {
  private var statuses: Set<OutcomeStatus> = []
  private var unreadable = 0
  private var lackingData = 0
  private var damaged = 0

  mutating func count(_ result: RecordingResult) {
    if result.facts == nil {
      unreadable += 1
      statuses.insert(result.status)
    } else if result.entry.lacksData {
      lackingData += 1
    } else {
      damaged += 1
    }
  }

  /// Returns a line for each kind, with the command that lists them.
  func lines(listedIn output: [UInt8]) -> [String] {
    let names = statuses.map(\.rawValue).sorted().joined(separator: ",")
    // Data lacks for one reason only: more channels than the formats of players have.
    let firstWithoutData = PointsMeter.maximumChannels + 1
    let kinds: [(count: Int, state: String, condition: String)] = [
      (unreadable, "cannot be read", "status=\(names)"),
      (lackingData, "without some of their data", "channels=\(firstWithoutData).."),
      (damaged, "damaged", "findings=gaps,truncated"),
    ]
    return kinds.filter { $0.count > 0 }.map { kind in
      "\(Numerals.count(kind.count, "recording")) still \(kind.state): wavethumb list "
        + "\(PrintableName.shellWord(output)) --where \(kind.condition)"
    }
  }
}
