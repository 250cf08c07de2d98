import Library
import System

enum DesktopWords {
  static func enabled(
    _ place: RawPath, _ program: RawPath, instead others: [Thumbnailers.Owner]
  ) -> String {
    var lines = [
      "\(PrintableName.text(place.bytes)) is written: file managers draw recordings by it"
    ]
    if !others.isEmpty {
      lines.append(
        "until now \(names(others)) made their pictures: covers that it found no longer show")
    }
    if !program.bytes.starts(with: "/usr/".utf8) {
      lines.append(
        "\(PrintableName.text(program.bytes)) is not beneath /usr: Nautilus, which shows its "
          + "programs nothing else, draws nothing")
    }
    lines.append("pictures that they have already stay until ~/.cache/thumbnails is emptied")
    return text(lines)
  }

  static func disabled(_ thumbnailers: Thumbnailers) -> String {
    let left = thumbnailers.owners.filter(\.isWavethumb)
    guard let first = left.first else { return "waveform thumbnails are disabled\n" }
    return
      "file managers still ask wavethumb: \(PrintableName.text(first.path.bytes)) is the system's\n"
  }

  static func status(_ thumbnailers: Thumbnailers) -> String {
    var lines = thumbnailers.owners.map { owner in
      "\(owner.isWavethumb ? "wavethumb" : "another") (\(PrintableName.text(owner.path.bytes))): "
        + owner.types.joined(separator: " ")
    }
    if !thumbnailers.unclaimed.isEmpty {
      lines.append("nobody: \(thumbnailers.unclaimed.joined(separator: " "))")
    }
    return text(lines)
  }

  private static func names(_ owners: [Thumbnailers.Owner]) -> String {
    owners.map { PrintableName.text($0.path.bytes) }.joined(separator: ", ")
  }

  private static func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
}
