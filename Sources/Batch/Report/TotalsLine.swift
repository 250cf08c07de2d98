import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions

/// The last line of a run: what was done, how fast, and where the pictures are.
enum TotalsLine {
  enum Kind: Sendable { case scan, dryRun, check }

  static func text(
    _ totals: RunTotals, _ options: ScanOptions, pictures: [UInt8], page: [UInt8]? = nil,
    hasFFmpeg: Bool = false
  ) -> String {
    let kind = options.kind
    let library = options.library
    guard totals.files > 0 else {
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
    return "\(counts(totals, kind, hasFFmpeg)); \(speed(totals)); \(ending)"
  }

  /// The smallest total size of pictures that is reported.
  // A guess: animations and large pictures get there, and may fill a disk unnoticed.
  private static let remarkableBytes = 100_000_000

  private static func counts(_ totals: RunTotals, _ kind: Kind, _ hasFFmpeg: Bool) -> String {
    var written: [String] = []
    if totals.written != totals.drawn {
      written.append("\(Numerals.grouped(totals.written)) files")
    }
    if totals.bytesWritten >= remarkableBytes {
      written.append(Numerals.bytes(totals.bytesWritten))
    }
    let drawn = written.isEmpty ? "" : " (\(written.joined(separator: ", ")))"
    let work: [String?] =
      switch kind {
      case .scan: [part(totals.drawn, "drawn").map { $0 + drawn }]
      case .dryRun: [part(totals.drawn, "to draw").map { $0 + drawn }]
      case .check:
        [Numerals.count(totals.files, "file") + " checked", part(totals.stale, "missing or stale")]
      }
    let unchanged = kind == .check ? nil : part(totals.unchanged, "unchanged")
    let unsupported = part(totals.unsupported, "unsupported").map {
      $0 + waiting(totals.waitingForFFmpeg, hasFFmpeg)
    }
    let parts =
      work + [
        unchanged,
        unsupported,
        part(totals.failed, "failed"),
        part(totals.deleted, kind == .dryRun ? "to delete" : "deleted"),
        linkedFolders(totals.linkedFoldersNotEntered),
        part(totals.withoutExtension, "skipped without an extension"),
      ]
    // These are a subset of those counted before.
    let among = [
      part(totals.damaged, "damaged"),
      part(totals.incomplete, "incomplete"),
      part(totals.silent, "silent"),
      plain(totals),
      part(totals.lackingData, "without some of their data"),
    ].compactMap(\.self)
    let groups = [parts.compactMap(\.self), among].filter { !$0.isEmpty }
    return groups.map { $0.joined(separator: ", ") }.joined(separator: "; ")
  }

  /// Formats the pictures without the requested art, and the reasons.
  private static func plain(_ totals: RunTotals) -> String? {
    let reasons = CoverFault.allCases.compactMap { fault in
      totals.plain[fault].map { "\(Numerals.grouped($0)) \(fault.reason)" }
    }
    let total = totals.plain.values.reduce(0, +)
    guard let count = part(total, "without a cover") else { return nil }
    return "\(count) (\(reasons.joined(separator: ", ")))"
  }

  private static func waiting(_ count: Int, _ hasFFmpeg: Bool) -> String {
    guard count > 0 else { return "" }
    if hasFFmpeg { return " (\(Numerals.grouped(count)) would be read with --ffmpeg)" }
    let verb = count == 1 ? "needs" : "need"
    return " (\(Numerals.count(count, "file")) \(verb) ffmpeg)"
  }

  private static func part(_ count: Int, _ word: String) -> String? {
    guard count > 0 else { return nil }
    return "\(Numerals.grouped(count)) \(word)"
  }

  private static func linkedFolders(_ count: Int) -> String? {
    guard count > 0 else { return nil }
    return Numerals.count(count, "linked folder") + " not entered (--follow)"
  }

  private static func speed(_ totals: RunTotals) -> String {
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
