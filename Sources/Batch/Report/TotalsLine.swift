import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions

/// The last line of a run: what was done, how fast, and where the pictures are.
enum TotalsLine {
  enum Kind: Sendable { case scan, dryRun, check }

  static func text(
    _ totals: RunTotals,
    of options: ScanOptions,
    pictures: [UInt8],
    page: [UInt8]? = nil,
    hasFFmpeg: Bool = false
  ) -> String {
    let kind = options.kind
    let library = options.library
    guard totals.files > 0 else {
      if options.filesFrom != nil || totals.waiting > 0 {
        let others = [counted(totals.deleted, "deleted")] + untouched(totals)
        return (["no recordings to scan"] + others.compactMap(\.self)).joined(separator: ", ")
      }
      // A part of a small library may well be empty; a library mostly is the wrong folder.
      if let part = options.shard {
        return "part \(part.number) of \(part.count) has no recordings of "
          + PrintableName.quoted(library)
      }
      return "no recordings in \(PrintableName.quoted(library)) (mp3, flac, wav, ogg, opus, m4a…)"
    }
    let ending: String
    switch kind {
    case .scan:
      if let page {
        ending = "open \(PrintableName.text(page))"
      } else {
        ending = "pictures in \(PrintableName.text(pictures))"
      }
    case .dryRun: ending = "nothing was written"
    case .check:
      let isStale = totals.stale > 0
      ending = isStale ? "run scan without --check to update" : "all up to date"
    }
    // How fast comes before where: terminals wrap or cut the end of a long line, and a path may be long.
    let counts = counts(totals, of: kind, hasFFmpeg: hasFFmpeg)
    return "\(counts); \(speed(of: totals)); \(ending)"
  }

  /// The smallest total size of pictures that is reported.
  // Animations and large pictures get there, and may fill a disk unnoticed.
  private static let remarkableBytes = 100_000_000

  private static func counts(_ totals: RunTotals, of kind: Kind, hasFFmpeg: Bool) -> String {
    let all = work(totals, of: kind) + others(totals, of: kind, hasFFmpeg: hasFFmpeg)
    // These are a subset of those counted before.
    let among = [
      counted(totals.damaged, "damaged"),
      counted(totals.incomplete, "incomplete"),
      counted(totals.silent, "silent"),
      counted(totals.retagged, "with new tags, but the same size and time"),
      plain(in: totals),
      counted(totals.lackingData, "without some of their data"),
    ]
    let texts = [all, among].map { counts in
      counts.compactMap(\.self).joined(separator: ", ")
    }
    return texts.filter { text in !text.isEmpty }.joined(separator: "; ")
  }

  /// Returns how many files were drawn; for a dry run are to be drawn, for a check were checked.
  private static func work(_ totals: RunTotals, of kind: Kind) -> [String?] {
    let drawn = kind == .dryRun ? "to draw" : "drawn"
    switch kind {
    case .scan, .dryRun:
      guard let count = counted(totals.drawn, drawn) else { return [] }
      return [count + written(in: totals)]
    case .check:
      return [
        Numerals.count(totals.files, "file") + " checked",
        counted(totals.stale, "missing or stale"),
      ]
    }
  }

  /// The recordings that were not drawn, and the deleted files.
  private static func others(
    _ totals: RunTotals,
    of kind: Kind,
    hasFFmpeg: Bool
  ) -> [String?] {
    let unsupported = counted(totals.unsupported, "unsupported").map { count in
      count + waiting(totals.waitingForFFmpeg, hasFFmpeg: hasFFmpeg)
    }
    // A check has counted all that it checked, of which most are unchanged.
    let shownUnchanged = kind == .check ? 0 : totals.unchanged
    let deleted = kind == .dryRun ? "to delete" : "deleted"
    return [
      counted(shownUnchanged, "unchanged"),
      unsupported,
      counted(totals.failed, "failed"),
      counted(totals.deleted, deleted),
      linkedFolders(totals.linkedFoldersNotEntered),
      counted(totals.withoutExtension, "skipped without an extension"),
    ] + untouched(totals)
  }

  /// What was not looked at, or does not exist.
  private static func untouched(_ totals: RunTotals) -> [String?] {
    [
      counted(totals.waiting, "changed too recently"),
      counted(totals.passedOver, "passed over"),
      counted(totals.absent, "not there"),
    ]
  }

  /// The number and size of the files, where they are not as expected.
  // One picture for each recording is what most runs write: the number would be said twice.
  private static func written(in totals: RunTotals) -> String {
    var parts: [String] = []
    if totals.written != totals.drawn {
      parts.append("\(Numerals.grouped(totals.written)) files")
    }
    if totals.bytesWritten >= remarkableBytes {
      parts.append(Numerals.bytes(totals.bytesWritten))
    }
    guard !parts.isEmpty else { return "" }
    return " (\(parts.joined(separator: ", ")))"
  }

  /// Formats the pictures without the requested art, and the reasons.
  private static func plain(in totals: RunTotals) -> String? {
    let total = totals.plain.values.reduce(0, +)
    guard let count = counted(total, "without a cover") else { return nil }
    // In the order of the cases, since a dictionary has another in every run.
    let reasons = CoverFault.allCases.compactMap { fault in
      counted(totals.plain[fault] ?? 0, fault.reason)
    }
    return "\(count) (\(reasons.joined(separator: ", ")))"
  }

  private static func waiting(_ count: Int, hasFFmpeg: Bool) -> String {
    guard count > 0 else { return "" }
    if hasFFmpeg { return " (\(Numerals.grouped(count)) may be read with --ffmpeg)" }
    let verb = count == 1 ? "needs" : "need"
    return " (\(Numerals.count(count, "file")) \(verb) ffmpeg)"
  }

  /// Returns a count and its noun, as in `3 drawn`; nil for 0.
  private static func counted(_ count: Int, _ kind: String) -> String? {
    guard count > 0 else { return nil }
    return "\(Numerals.grouped(count)) \(kind)"
  }

  private static func linkedFolders(_ count: Int) -> String? {
    guard count > 0 else { return nil }
    return Numerals.count(count, "linked folder") + " not entered (--follow)"
  }

  private static func speed(of totals: RunTotals) -> String {
    let span = Numerals.span(totals.elapsedSeconds)
    guard totals.secondsDecoded > 0, totals.elapsedSeconds > 0 else { return span }
    let rate = totals.secondsDecoded / totals.elapsedSeconds
    return "\(span), \(Numerals.decimal(rate))x realtime"
  }
}

extension ScanOptions {
  var kind: TotalsLine.Kind {
    if onlyChecks { return .check }
    if isDryRun { return .dryRun }
    return .scan
  }
}
