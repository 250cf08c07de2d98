import Decoding
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// A message of a run that is not a failure.
enum RunNote: Sendable, Equatable {
  case noCacheFolder
  case cacheUnusable([UInt8], errno: CInt)
  case cacheFull(budget: Int)
  /// The tag of a cache is damaged.
  case cacheUnrecognized([UInt8])
  case isolation(SandboxReport)
  case ffmpeg([UInt8], layers: [String], megabytes: Int)
  /// Without being asked to, ffmpeg decoded so many recordings.
  case readByFFmpeg(Int)
  /// The number of recordings whose pictures are kept, because the ffmpeg that decoded them is
  /// missing.
  case keptWithoutFFmpeg(Int)
  /// A long recording cannot be divided among processors.
  case indivisible([UInt8])
  /// More than half of the pictures would have been deleted.
  case pruneTooMuch(doomed: Int, of: Int)
  /// There was no ledger, so nothing was deleted.
  case pruneWithoutLedger
  /// The pictures of a folder were kept, as it may be on an unmounted disk.
  case pruneSpared(PruneGuard.Doubt)
  /// An existing page, not updated by this run, shows another manifest.
  case pageOld([UInt8])
  /// So many of the recordings of the last scan are gone that a disk may not be mounted.
  case manyGone(Int, of: Int)
  /// Recordings of which files have the names of outputs, the first of them, and the output.
  case filesInTheWay(of: Int, first: [UInt8], output: [UInt8])
  /// The number of kept files whose recordings were not found.
  case filesLeft(Int)
  /// An output that shares a folder with recordings of the library.
  case outputSharesLibrary([UInt8])
  /// The path from the output to the manifest of the last scan, and the path of that of this one.
  case manifestMoved(from: [UInt8], to: [UInt8])
  /// The options of the last scan that this one repeats, and whether ffmpeg is used less than then.
  case asLastScan([[UInt8]], limitsFFmpeg: Bool)
  /// The options that differ from those of the last scan, and how many recordings are due for them.
  case otherOptions([String], due: Int)
  /// How many recordings are stale for each reason, and the options that differ.
  case stale([StaleReason: Int], differing: [String])
  case wrote([[UInt8]])
  case withoutEffect([IdleOption])
  case captionsLeftOut(OmittedCaptions)
  case barsBeyond(count: Int, first: Int, height: Double)
  /// Data without a spectrum is drawn in a style that shows one.
  case noSpectrum([UInt8])
  case plain(CoverFault)
  /// The parts in these folders were merged before.
  case nothingToMerge([[UInt8]])
  case merged(parts: Int, ManifestCounts, [UInt8])
  case stopped
  /// The process that uses the output, if it runs on this machine.
  case waitsForScan(process: Int?)
  /// A recording that has changed again and again for a day, so that no scan has drawn it.
  case waitsForADay([UInt8])
  case renderStopped
  case manifestRepaired
  /// A listed file that `verify` found damaged.
  case damaged([UInt8])
  case missing([UInt8])
  case verified(files: Int, damaged: Int, missing: Int)
  /// A recording whose content has changed, but not its size or time.
  case rotten([UInt8])
  /// A recording whose content has changed since the last scan, but not its size, time or tags.
  case changedInPlace([UInt8])
  /// A recording whose samples differ from the checksum in its file.
  case mismatched([UInt8])
  /// The recordings that `verify` has read, and how many of them have a checksum of their own; others
  /// have been changed or deleted since the scan.
  case recordings(read: Int, rotten: Int, others: Int, withChecksum: Int)
  /// The number of events that a manifest leaves out.
  case eventsOmitted(Int)
  /// None of the listed recordings was analyzed, and these columns are empty.
  case notAnalyzed([String])
  /// A file with the name of an output that wavethumb may not have made.
  case notOurs([UInt8])

  // With --quiet only what someone has to do something about: a cron job mails every line. There is no
  // `default`, so that each new note is decided about.
  func isShown(at verbosity: Verbosity) -> Bool {
    switch self {
    case .pruneTooMuch, .pruneWithoutLedger, .manyGone, .damaged, .missing, .rotten, .mismatched,
      .changedInPlace, .waitsForADay, .otherOptions:
      true
    case .isolation, .ffmpeg, .indivisible: verbosity == .everyFile
    case .noCacheFolder, .cacheUnusable, .cacheFull, .cacheUnrecognized,
      .pruneSpared, .pageOld, .filesInTheWay, .filesLeft, .outputSharesLibrary, .manifestMoved,
      .asLastScan,
      .stale, .wrote,
      .withoutEffect,
      .captionsLeftOut, .barsBeyond, .noSpectrum, .plain, .nothingToMerge, .merged, .stopped,
      .waitsForScan,
      .renderStopped, .manifestRepaired,
      .verified, .recordings, .notOurs, .readByFFmpeg, .keptWithoutFFmpeg,
      .eventsOmitted, .notAnalyzed:
      verbosity != .quiet
    }
  }
}

extension RunNote {
  var message: String {
    switch self {
    case .noCacheFolder:
      "the cache folder is unknown (HOME is not set): continuing without a cache; use --cache DIR"
    case .cacheUnusable(let path, let number):
      "the cache \(PrintableName.quoted(path)) cannot be used: \(SystemErrorText.text(number)); "
        + "continuing without a cache"
    case .eventsOmitted(let count):
      "\(Numerals.count(count, "event")) more " + Self.choose(count, one: "is", others: "are")
        + " not listed: a manifest has at most 1,000 of a recording"
    case .notAnalyzed(let names):
      "nothing is known of \(names.joined(separator: ", ")): scan with --analyze to measure it"
    case .indivisible(let path):
      "\(PrintableName.quoted(path)) is decoded by one processor: it cannot start in the middle"
    case .cacheFull(let budget):
      "the cache is full at \(Numerals.bytes(budget)): later measurements are not stored; "
        + "use --cache-size for more"
    case .cacheUnrecognized(let path):
      "the file CACHEDIR.TAG in \(PrintableName.quoted(path)) is damaged: continuing without a cache; "
        + "delete the folder if it was one, or use another --cache"
    case .isolation(let layers): Self.isolation(layers)
    case .ffmpeg(let path, let layers, let megabytes):
      "\(PrintableName.quoted(path)) is sandboxed by \(layers.joined(separator: ", ")), "
        + "and takes at most \(megabytes) MB"
    case .readByFFmpeg(let count):
      "\(Numerals.count(count, "recording")) " + Self.choose(count, one: "was", others: "were")
        + " decoded by the ffmpeg on PATH, since no library here reads "
        + Self.choose(count, one: "it", others: "them")
    case .keptWithoutFFmpeg(let count):
      "\(Numerals.count(count, "recording")) of an earlier scan needed ffmpeg, which is missing here or not allowed: "
        + Self.choose(count, one: "its pictures are kept", others: "their pictures are kept")
    case .pruneTooMuch(let doomed, let all):
      "\(Numerals.grouped(doomed)) of \(Numerals.count(all, "picture")) would be deleted: "
        + "this looks like an unmounted disk, so all are kept; use --force to delete them"
    case .pruneWithoutLedger:
      "nothing is pruned: the ledger of the last scan is missing, and this one has written a new one; "
        + "scan again to prune"
    case .pruneSpared(let doubt): Self.spared(doubt)
    case .pageOld(let path):
      "\(PrintableName.quoted(path)) is older than these pictures; use --page to update it"
    case .manyGone(let gone, let all):
      "\(Numerals.grouped(gone)) of the \(Numerals.grouped(all)) recordings of the last scan are "
        + "gone: is a disk not mounted?"
    case .filesInTheWay(let count, let first, let output):
      "files that are not known as wavethumb's are in the way of \(Numerals.count(count, "recording")), "
        + "first \(PrintableName.quoted(first)); to delete them after a look: "
        + "wavethumb verify \(PrintableName.shellWord(output)) --foreign | xargs -0 ls, then rm"
    case .filesLeft(let count):
      "\(Numerals.count(count, "file")) of recordings that this scan did not find "
        + Self.choose(
          count,
          one: "is kept; --prune deletes it",
          others: "are kept; --prune deletes them"
        )
    case .outputSharesLibrary(let path):
      "the output \(PrintableName.quoted(path)) and the library share a folder: recordings below the "
        + "output are left out; use another --output"
    case .manifestMoved(let last, let now):
      "the manifest is now \(PrintableName.quoted(now)); that of the last scan, "
        + "\(PrintableName.quoted(last)) from the output, stays as it is"
    case .asLastScan(let words, let limitsFFmpeg): Self.repeated(words, limitsFFmpeg)
    case .otherOptions(let names, let due): Self.differing(names, due: due)
    case .stale(let counts, let options): StaleReason.message(counts, differing: options)
    case .wrote(let paths):
      "wrote " + paths.map { path in PrintableName.text(path) }.joined(separator: ", ")
    case .withoutEffect(let options): Self.withoutEffect(options)
    case .captionsLeftOut(let omitted): Self.omitted(omitted)
    case .barsBeyond(let count, let first, let height):
      Self.barsBeyond(count: count, first: first, height: height)
    case .plain(let fault): "the picture is plain: \(fault.message)"
    case .noSpectrum(let data):
      "\(PrintableName.quoted(data)) has no spectrum: dancingBars, spectrum and spectrogram are "
        + "empty; draw them from the recording"
    case .nothingToMerge(let paths):
      "there are no parts in \(paths.map { PrintableName.quoted($0) }.joined(separator: " and ")): "
        + "the manifest is that of the last merge or scan"
    case .merged(let parts, let counts, let output):
      Self.merged(parts: parts, counts: counts) + " in \(PrintableName.quoted(output))"
    case .stopped: "stopped; finished work is kept, and the next run continues"
    case .waitsForScan(let process?): "waiting for another scan, process \(process)"
    case .waitsForScan(nil): "waiting for another scan"
    case .waitsForADay(let path):
      "\(PrintableName.quoted(path)) has waited for a day: something changes it again and again, or the "
        + "clock is wrong; use a smaller --min-age"
    case .renderStopped: "stopped; nothing was written"
    case .manifestRepaired: "the damaged manifest was recreated"
    case .damaged(let path): "damaged \(PrintableName.text(path))"
    case .missing(let path): "missing \(PrintableName.text(path))"
    case .rotten(let path):
      "recording \(PrintableName.text(path)) has other content than at the scan, but the same size"
    case .changedInPlace(let path):
      "recording \(PrintableName.text(path)) has changed although its size and time did not: is it damaged?"
    case .mismatched(let path):
      "\(PrintableName.quoted(path)): its samples differ from the checksum in the file"
    case .recordings(let read, let rotten, let others, let withChecksum):
      Self.recordings(read: read, rotten: rotten, others: others, withChecksum: withChecksum)
    case .verified(let files, let damaged, let missing):
      "\(Numerals.count(files, "file")) verified: \(Numerals.grouped(damaged)) damaged, "
        + "\(Numerals.grouped(missing)) missing"
    case .notOurs(let path):
      "\(PrintableName.quoted(path)) may belong to another program and is kept"
    }
  }

  /// Returns the text for one, or that for another number.
  private static func choose(_ count: Int, one: String, others: String) -> String {
    count == 1 ? one : others
  }

  /// Returns the warning about options without effect, such as `--floor has no effect without --curve
  /// db`.
  private static func withoutEffect(_ options: [IdleOption]) -> String {
    // Those that nothing would help are named together, the others each with what they need.
    let unused = options.filter { option in option.needed == nil }.map(\.name)
    var parts: [String] = []
    if !unused.isEmpty {
      let verb = choose(unused.count, one: "has", others: "have")
      parts.append("\(unused.joined(separator: ", ")) \(verb) no effect on what is asked for")
    }
    for option in options {
      if let needed = option.needed {
        parts.append("\(option.name) has no effect without \(needed)")
      }
    }
    return parts.joined(separator: "; ")
  }

  private static func repeated(_ words: [[UInt8]], _ limitsFFmpeg: Bool) -> String {
    var text = "as the last scan"
    if !words.isEmpty {
      text += ": \(PrintableName.shellWords(words)); --style mirroredBars goes back to the default"
    }
    if limitsFFmpeg {
      text += "; what it decoded with --ffmpeg stays, and nothing else is tried with it"
    }
    return text
  }

  private static func differing(_ names: [String], due: Int) -> String {
    let text = "other options than at the last scan (\(names.joined(separator: ", "))): "
    if due == 0 { return text + "no recording to draw anew" }
    return text + Numerals.count(due, "recording")
      + " to draw anew, and pictures of other styles stay until --prune=unlisted"
  }

  private static func barsBeyond(count: Int, first: Int, height: Double) -> String {
    var text = "bar \(first) is \(Numerals.plain(height))"
    if count > 1 {
      text += ", and \(Numerals.count(count - 1, "other")) like it"
    }
    return text + ": bars must be from 0 to 1, and are clamped"
  }

  private static func recordings(
    read: Int,
    rotten: Int,
    others: Int,
    withChecksum: Int
  ) -> String {
    let text =
      "\(Numerals.count(read, "recording")) read: \(Numerals.grouped(rotten)) damaged, "
      + "\(Numerals.grouped(withChecksum)) with a checksum of the samples"
    if others == 0 { return text }
    return text + "; \(Numerals.grouped(others)) changed or gone since the scan"
  }

  private static func isolation(_ report: SandboxReport) -> String {
    var text = "decoders are not sandboxed"
    if report.inWorkers {
      let layers = ["separate processes"] + report.active.names
      text = "decoders are sandboxed by \(layers.joined(separator: ", "))"
    }
    let missing = report.missing.map(\.text)
    if missing.isEmpty { return text }
    return "\(text); missing here: \(missing.joined(separator: ", "))"
  }

  private static func spared(_ doubt: PruneGuard.Doubt) -> String {
    let isLibrary = doubt.folder.isEmpty
    let folder = isLibrary ? "the library" : PrintableName.quoted(doubt.folder.bytes)
    let reason =
      switch doubt {
      case .unreadableFolder: "it cannot be read now"
      case .otherDevice: "it is on another disk than at the last scan"
      case .emptiedFolder:
        "none of its recordings exist now, as on an unmounted disk; use --force to delete them"
      }
    return "the pictures of \(folder) are kept: \(reason)"
  }

  private static func omitted(_ captions: OmittedCaptions) -> String {
    func leftOut(_ count: Int) -> String {
      Numerals.count(count, "caption") + " "
        + choose(count, one: "is left out", others: "are left out")
    }
    let lacking = "their letters are missing; use --font FILE for a font that has them"
    let joining = "joined and right-to-left letters are possible in SVG only (--format svg)"
    var parts: [String] = []
    if captions.lackingLetters > 0 {
      parts.append("\(leftOut(captions.lackingLetters)): \(lacking)")
    }
    if captions.joining > 0 {
      parts.append("\(leftOut(captions.joining)): \(joining)")
    }
    return parts.joined(separator: "; ")
  }

  private static func merged(parts: Int, counts: ManifestCounts) -> String {
    var text = "\(Numerals.count(parts, "part")) joined: \(Numerals.count(counts.files, "file"))"
    if counts.failed > 0 {
      text += ", \(Numerals.grouped(counts.failed)) failed"
    }
    if counts.unsupported > 0 {
      text += ", \(Numerals.grouped(counts.unsupported)) unsupported"
    }
    return text
  }
}
