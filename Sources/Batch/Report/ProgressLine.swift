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
    if progress.isOfOneRecording { return String(wordsOfOneRecording.prefix(room)) }
    for (words, leastBar) in forms {
      // Two brackets and a space. A longer bar shows no more: 24 is a guess.
      let barWidth = min(24, room - words.count - 3)
      if barWidth >= leastBar { return bar(barWidth) + " " + shown(words) }
      if leastBar == 0, words.count <= room { return shown(words) }
    }
    return String(counts.prefix(room))
  }

  /// The line for a log.
  var plain: String {
    if progress.isOfOneRecording { return wordsOfOneRecording }
    return forms[0].words
  }

  /// The line for a single recording; the length of a stream is unknown until its end.
  private var wordsOfOneRecording: String {
    let decoded = decoded ?? "0:00 decoded"
    let left = progress.secondsLeft.map { "about \(Numerals.clock($0)) left" }
    return [decoded, speed.map { $0 + " realtime" }, left].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// The variants of the line, longest first, each with the least width of its bar if it has one.
  private var forms: [(words: String, leastBar: Int)] {
    let left = progress.secondsLeft.map(Numerals.clock)
    let failed: String? =
      if progress.filesFailed > 0 {
        "\(Numerals.grouped(progress.filesFailed)) failed"
      } else {
        nil
      }
    let pictures = progress.picturesPerSecond.map(Numerals.decimal)
    let longSpeed = pictures.map { $0 + " pictures/s" } ?? speed.map { $0 + " realtime" }
    let shortSpeed = pictures.map { $0 + "/s" } ?? speed
    let longCounts = counts.replacing("/", with: " of ") + " files"
    let longLeft = left.map { "about \($0) left" }
    func joined(_ separator: String, _ parts: String?...) -> String {
      parts.compactMap(\.self).joined(separator: separator)
    }
    return [
      (joined(", ", longCounts, failed, decoded, longSpeed, longLeft), 10),
      (joined(", ", longCounts, failed, longSpeed, longLeft), 10),
      (joined(", ", counts, failed, shortSpeed, longLeft), 8),
      (joined(" ", counts, failed, shortSpeed, left), 4),
      (joined(" ", counts, failed, left), 4),
      (joined(" ", counts, failed, shortSpeed, left), 0),
      (counts, 0),
    ]
  }

  private var counts: String {
    let found = Numerals.grouped(progress.filesFound) + (progress.isCrawling ? "+" : "")
    return "\(Numerals.grouped(progress.filesDone))/\(found)"
  }

  private var decoded: String? {
    guard progress.secondsDecoded > 0 else { return nil }
    return Numerals.clock(progress.secondsDecoded) + " decoded"
  }

  private var speed: String? {
    guard progress.secondsDecoded > 0, progress.elapsedSeconds > 0 else { return nil }
    return Numerals.decimal(progress.secondsDecoded / progress.elapsedSeconds) + "x"
  }

  private func bar(_ width: Int) -> String {
    let full = min(width, Int(fraction * Double(width)))
    let (on, off) = usesUnicode ? ("█", "░") : ("#", "-")
    let done = String(repeating: on, count: full)
    let left = String(repeating: off, count: width - full)
    return "[\(done)\(left)]"
  }

  /// The fraction that is done: of the work if there is any, else of the files.
  private var fraction: Double {
    if progress.workFound > 0 {
      return min(1, max(0, progress.workDone / progress.workFound))
    }
    guard progress.filesFound > 0 else { return 0 }
    return min(1, max(0, Double(progress.filesDone) / Double(progress.filesFound)))
  }

  private func shown(_ words: String) -> String {
    guard isColored, progress.filesFailed > 0 else { return words }
    let failed = "\(Numerals.grouped(progress.filesFailed)) failed"
    guard let place = words.firstRange(of: failed) else { return words }
    let before = words[..<place.lowerBound]
    let after = words[place.upperBound...]
    return "\(before)\u{1B}[31m\(failed)\u{1B}[39m\(after)"
  }
}
