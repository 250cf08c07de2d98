import Library
import System

extension Damage {
  /// A description such as "2 gaps, 0.4 s lost, first at 11:05", or nil without damage.
  var words: String? {
    var parts: [String] = []
    if let gaps {
      parts.append(
        "\(Numerals.count(gaps.count, "gap")), \(Numerals.span(Double(gaps.lostMs) / 1000)) lost, "
          + "first at \(Numerals.clock(gaps.firstAt))")
    }
    if truncated {
      parts.append(
        "ends " + (missingMs.map { Numerals.span(Double($0) / 1000) + " " } ?? "") + "early")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

/// The recordings that have lost sound, the first by name with how much.
struct DamagedFiles: Sendable {
  private static let most = 5

  private var named: [String] = []
  private var count = 0

  mutating func append(_ path: [UInt8], _ words: String) {
    count += 1
    named.append("\(PrintableName.text(path)): \(words)")
    named.sort()
    if named.count > Self.most { named.removeLast() }
  }

  /// A line for each that is named, and one for the rest.
  var lines: [String] {
    let rest = count - named.count
    return rest > 0 ? named + ["\(Numerals.grouped(rest)) more have gaps or end early"] : named
  }
}
