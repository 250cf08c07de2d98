import WavethumbBytes
import WavethumbLibrary

/// The progress line, as wide as the terminal allows.
struct ProgressLine {
  let progress: RunProgress
  var usesUnicode = false
  var isColored = false

  /// Returns the line for a terminal of this width, never filling the last column.
  func text(columns: Int) -> String {
    let room = max(1, columns - 1)
    if progress.isOfOneRecording { return String(textOfOneRecording.prefix(room)) }
    for variant in variants {
      // Two brackets and a space. A longer bar shows no more: 24 is untuned.
      let barWidth = min(24, room - variant.text.count - 3)
      if barWidth >= variant.minimumBarWidth { return bar(barWidth) + " " + colored(variant.text) }
      let needsNoBar = variant.minimumBarWidth == 0
      if needsNoBar, variant.text.count <= room { return colored(variant.text) }
    }
    return String(counts.prefix(room))
  }

  /// The line for a log.
  var plain: String {
    if progress.isOfOneRecording { return textOfOneRecording }
    return variants[0].text
  }

  /// The line for a single recording.
  // Without a bar: the length of a stream is unknown until its end.
  private var textOfOneRecording: String {
    let decoded = decoded ?? "0:00 decoded"
    let longSpeed = speed.map { $0 + " realtime" }
    let longLeft = left.map { "about \($0) left" }
    return Self.joined(", ", decoded, longSpeed, longLeft)
  }

  /// The variants of the line, longest first, each with the minimum width of its bar.
  // What one can do without goes first: the decoded time, then the words, the speed, and the bar. The
  // widths are untuned.
  private var variants: [(text: String, minimumBarWidth: Int)] {
    var shortSpeed = speed
    var longSpeed = speed.map { $0 + " realtime" }
    // A redraw decodes nothing, and its speed is that of the pictures.
    if let rate = progress.picturesPerSecond {
      shortSpeed = Numerals.decimal(rate) + "/s"
      longSpeed = Numerals.decimal(rate) + " pictures/s"
    }
    let longCounts = counts.replacing("/", with: " of ") + " files"
    let longLeft = left.map { "about \($0) left" }
    return [
      (Self.joined(", ", longCounts, failed, decoded, longSpeed, longLeft), 10),
      (Self.joined(", ", longCounts, failed, longSpeed, longLeft), 10),
      (Self.joined(", ", counts, failed, shortSpeed, longLeft), 8),
      (Self.joined(" ", counts, failed, shortSpeed, left), 4),
      (Self.joined(" ", counts, failed, left), 4),
      (Self.joined(" ", counts, failed, shortSpeed, left), 0),
      (counts, 0),
    ]
  }

  /// Joins the parts that there are.
  private static func joined(_ separator: String, _ parts: String?...) -> String {
    parts.compactMap(\.self).joined(separator: separator)
  }

  private var counts: String {
    let done = Numerals.grouped(progress.filesDone)
    let found = Numerals.grouped(progress.filesFound)
    let more = progress.isCrawling ? "+" : ""
    return "\(done)/\(found)\(more)"
  }

  private var failed: String? {
    guard progress.filesFailed > 0 else { return nil }
    return "\(Numerals.grouped(progress.filesFailed)) failed"
  }

  private var left: String? { progress.secondsLeft.map(Numerals.clock) }

  private var decoded: String? {
    guard progress.secondsDecoded > 0 else { return nil }
    return Numerals.clock(progress.secondsDecoded) + " decoded"
  }

  private var speed: String? {
    guard progress.secondsDecoded > 0, progress.elapsedSeconds > 0 else { return nil }
    return Numerals.decimal(progress.secondsDecoded / progress.elapsedSeconds) + "x"
  }

  private func bar(_ width: Int) -> String {
    // Rounded down: a full bar means that all is done.
    let fullCount = min(width, Int(progress.fraction * Double(width)))
    let full = usesUnicode ? "█" : "#"
    let empty = usesUnicode ? "░" : "-"
    let done = String(repeating: full, count: fullCount)
    let left = String(repeating: empty, count: width - fullCount)
    return "[\(done)\(left)]"
  }

  /// Colors the number of failed files red.
  // Afterwards, since colors would count as columns where the text has to fit.
  private func colored(_ text: String) -> String {
    guard isColored, let failed, let range = text.firstRange(of: failed) else { return text }
    let before = text[..<range.lowerBound]
    let after = text[range.upperBound...]
    return "\(before)\u{1B}[31m\(failed)\u{1B}[39m\(after)"
  }
}
