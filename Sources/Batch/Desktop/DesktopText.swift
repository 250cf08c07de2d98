import WavethumbLibrary
import WavethumbSystem

/// The texts of `wavethumb desktop`.
enum DesktopText {
  // What a user would notice without an explanation: thumbnails that stay, covers that are gone, and
  // nothing at all in a sandbox.
  static func enabled(
    _ file: RawPath,
    starting program: RawPath,
    instead others: [Thumbnailers.Owner],
    hasFFmpeg: Bool
  ) -> String {
    var lines = [
      "\(shown(file)) is written: file managers ask wavethumb for the thumbnails of recordings."
    ]
    if !hasFFmpeg {
      lines.append(
        "There is no ffmpeg on PATH: run desktop enable again after installing it, for thumbnails of"
          + " m4a and other files that it reads."
      )
    }
    if !others.isEmpty {
      lines.append(
        "\(names(others)) drew them before: album art that it found no longer shows."
      )
    }
    if !program.bytes.starts(with: "/usr/".utf8) {
      lines.append(
        "\(shown(program)) is not below /usr: Nautilus runs thumbnailers in a sandbox that shows only"
          + " /usr, so it draws nothing."
      )
    }
    lines.append("Thumbnails that exist already stay until ~/.cache/thumbnails is emptied.")
    return text(lines)
  }

  static func disabled(_ thumbnailers: Thumbnailers) -> String {
    // A package may have registered it for all users.
    let left = thumbnailers.owners.filter(\.isWavethumb)
    guard let first = left.first else { return "Waveform thumbnails are disabled.\n" }
    return
      "File managers still ask wavethumb, because of \(shown(first.path)), which belongs to the"
      + " system.\n"
  }

  static func status(_ thumbnailers: Thumbnailers) -> String {
    var lines = thumbnailers.owners.map { owner in
      let drawer = owner.isWavethumb ? "wavethumb" : "Another program"
      return "\(drawer) draws the thumbnails of \(list(owner.types)), as \(shown(owner.path)) says."
    }
    if !thumbnailers.unclaimed.isEmpty {
      lines.append("No program draws thumbnails of \(list(thumbnailers.unclaimed)).")
    }
    if !thumbnailers.owners.contains(where: \.isWavethumb) {
      lines.append("wavethumb desktop enable has wavethumb draw them.")
    }
    return text(lines)
  }

  private static func names(_ owners: [Thumbnailers.Owner]) -> String {
    owners.map { owner in shown(owner.path) }.joined(separator: ", ")
  }

  private static func list(_ types: [String]) -> String {
    guard types.count > 1, let last = types.last else { return types.first ?? "" }
    return types.dropLast().joined(separator: ", ") + " and \(last)"
  }

  private static func shown(_ path: RawPath) -> String { PrintableName.text(path.bytes) }

  private static func text(_ lines: [String]) -> String {
    lines.map { line in line + "\n" }.joined()
  }
}
