package import Library
import System

/// Why a run cannot begin or go on.
package enum RunFailure: Error, Sendable, Equatable {
  case libraryMissing([UInt8])
  case libraryIsNoFolder([UInt8])
  case libraryUnreadable([UInt8], errno: CInt)
  case outputUnwritable([UInt8], errno: CInt)
  /// A link or a file has the name of the folder in the library that pictures go to.
  case outputIsNoFolder([UInt8])
  /// The disk of the output is full, read-only or gone.
  case outputLost([UInt8], errno: CInt)
  case outputHeld([UInt8], process: Int?)
  /// There is a manifest that wavethumb did not generate.
  case foreignManifest([UInt8])
  case foreignPicture([UInt8])
  /// What `verify` is to repair: with which options it was made is not known.
  case unknownSettings([UInt8])
  /// Where the recordings of an output are.
  case libraryUnknown([UInt8])
  /// There is an index.html that wavethumb did not write.
  case foreignPage([UInt8])
  case noFFmpeg
  /// Nothing can be decoded.
  case noWorker(detail: String)
  /// `--isolation require` cannot be had.
  case isolationLacking(layer: String)
  case inputMissing([UInt8])
  case outputIsInput([UInt8])
  case fileUnwritable([UInt8], errno: CInt)
  /// Standard input could not be kept in that folder while it is decoded.
  case streamUnkept([UInt8], errno: CInt)
  case pictureToTerminal
  case badBars([UInt8], detail: String)
  case badOverlay([UInt8], detail: String)
  /// A file that `--markers` names.
  case badMarkers([UInt8], detail: String)
  case pictureImpossible(detail: String)
  case noCacheFolder
  case noHome
  /// The file that tells file managers of wavethumb.
  case desktopUnwritable([UInt8], errno: CInt)
  case desktopNotOurs([UInt8])
  case cacheUnusable([UInt8], errno: CInt)
  case standardOutputLost(errno: CInt)
  case tooFewOpenFiles(limit: Int, needed: Int)
  /// Parts do not make a whole.
  case mergeRefused(MergeRefusal)

  package var exitStatus: ExitStatus {
    if case .outputHeld = self { .outputHeld } else { .couldNotRun }
  }
}

/// What a run says without failing.
package enum RunNote: Sendable, Equatable {
  case noCacheFolder
  case cacheUnusable([UInt8], errno: CInt)
  case cacheFull(budget: Int)
  /// Which layers of the sandbox hold around the decoders, and which do not.
  case isolation(held: [String], missing: [String])
  /// The same of the ffmpeg that reads what the decoders cannot.
  case ffmpeg([UInt8], held: [String], megabytes: Int)
  /// More than half of the pictures would have been deleted.
  case pruneTooMuch(doomed: Int, of: Int)
  /// The pictures of a folder were spared, as it may be an unmounted disk.
  case pruneSpared(PruneGuard.Doubt)
  case pruneSkipped
  /// A page that this run was not asked to renew shows another manifest.
  case pageOld([UInt8])
  /// Options that change nothing of what is asked for.
  case withoutEffect([String])
  /// Captions that no letters were there for.
  case captionsLeftOut(OmittedCaptions)
  case barsBeyond(count: Int, first: Int, height: Double)
  /// The picture is without the art that was asked for.
  case plain(CoverFault)
  /// There is nothing to join in that output.
  case noParts([UInt8])
  case merged(parts: Int, files: Int, failed: Int, unsupported: Int, [UInt8])
  /// The run was stopped by a signal, and the next goes on from there.
  case stopped
  /// The same of one recording that was to be drawn.
  case renderStopped
  /// What was left of the manifest was replaced by a whole one.
  case manifestRepaired
  /// So many damaged files of ours were made anew.
  case filesRepaired(Int)
  /// What `verify` finds.
  case damaged([UInt8])
  case missing([UInt8])
  /// It stands at a name of ours, and may be somebody's whole file.
  case notOurs([UInt8])
  case verified(files: Int, damaged: Int, missing: Int)

  /// Whether it is said to those who asked for so many words.
  func isSaid(_ verbosity: Verbosity) -> Bool {
    switch self {
    case .pruneTooMuch, .damaged, .missing, .notOurs: true
    case .isolation, .ffmpeg: verbosity == .everyFile
    case .noCacheFolder, .cacheUnusable, .cacheFull, .pruneSpared, .pruneSkipped, .pageOld,
      .withoutEffect, .captionsLeftOut, .barsBeyond, .plain, .noParts, .merged, .stopped,
      .renderStopped, .manifestRepaired, .filesRepaired, .verified:
      verbosity != .quiet
    }
  }
}

/// The sentences about whole runs.
enum RunSentences {
  static func text(_ failure: RunFailure) -> String {
    switch failure {
    case .unknownSettings(let path):
      "the options that \(PrintableName.quoted(path)) was made with cannot be told from its manifest: "
        + "repeat that scan with --force"
    case .libraryUnknown(let path):
      "where the recordings of \(PrintableName.quoted(path)) are is not known: --library DIR"
    case .libraryMissing(let path): "there is no folder \(PrintableName.quoted(path))"
    case .libraryIsNoFolder(let path): noFolder(path)
    case .libraryUnreadable(let path, let number): of(path, "cannot be read", number)
    case .outputUnwritable(let path, let number):
      "pictures cannot be written to \(PrintableName.quoted(path)): \(SystemWords.text(number)); "
        + "use --output DIR"
    case .outputIsNoFolder(let path):
      "\(PrintableName.quoted(path)) is a link or a file, and only a folder is written to; "
        + "use --output DIR to name where pictures go"
    case .outputLost(let path, let number):
      "writing to \(PrintableName.quoted(path)) failed: \(SystemWords.text(number)); "
        + "what was done stays done, the next run goes on from there"
    case .outputHeld(let path, let process): held(path, process)
    case .foreignManifest(let path): foreign(path, "generated") + "; --manifest PATH names another"
    case .foreignPicture(let path): foreign(path, "made") + "; name another -o"
    case .foreignPage(let path):
      foreign(path, "written") + "; leave out --page, or name another --output"
    case .standardOutputLost(let number):
      "standard output cannot be written: \(SystemWords.text(number))"
    case .mergeRefused(let refusal): refusal.words
    case .tooFewOpenFiles(let limit, let needed):
      "at most \(limit) files may be open, and \(needed) are needed: ulimit -n \(needed)"
    case .noFFmpeg: "--ffmpeg needs ffmpeg, and there is none on PATH"
    case .noWorker(let detail):
      "nothing can be decoded: \(PrintableName.text(detail.utf8)); --isolation off decodes without a sandbox"
    case .isolationLacking(let layer): lacking(layer)
    case .inputMissing(let path): "there is no file \(PrintableName.quoted(path))"
    case .outputIsInput(let path):
      "\(PrintableName.quoted(path)) is the recording itself and would be overwritten: name another -o"
    case .fileUnwritable(let path, let number): of(path, "cannot be written", number)
    case .streamUnkept(let folder, let number): unkept(folder, number)
    case .pictureToTerminal: "a picture is not for a terminal: -o FILE.png, or | to a program"
    case .badBars(let path, let detail): of(path, "has no bars to draw", detail)
    case .badOverlay(let path, let detail): of(path, "cannot be laid over anything", detail)
    case .badMarkers(let path, let detail): of(path, "has no markers that can be read", detail)
    case .pictureImpossible(let detail):
      "that picture cannot be drawn: \(PrintableName.text(detail.utf8))"
    case .noHome: "no home is known: HOME names one"
    case .desktopUnwritable(let path, let number):
      "\(PrintableName.quoted(path)) cannot be written: \(SystemWords.text(number))"
    case .desktopNotOurs(let path):
      "\(PrintableName.quoted(path)) was made by somebody else, and stays as it is"
    case .noCacheFolder: "no folder for the cache is known: --cache DIR names one"
    case .cacheUnusable(let path, let number):
      "the cache " + of(path, "cannot be used", number)
    }
  }

  static func text(_ note: RunNote) -> String {
    switch note {
    case .noCacheFolder:
      "no folder for the cache is known (HOME is not set): going on without; --cache DIR names one"
    case .cacheUnusable(let path, let number):
      "the cache \(PrintableName.quoted(path)) cannot be used: \(SystemWords.text(number)); "
        + "going on without"
    case .cacheFull(let budget):
      "the cache is full at \(Numerals.bytes(budget)): what was measured since is not kept; "
        + "--cache-size allows more"
    case .isolation(let held, let missing): isolation(held, missing)
    case .ffmpeg(let path, let held, let megabytes):
      "\(PrintableName.quoted(path)) is shut in by \(held.joined(separator: ", ")), "
        + "and takes at most \(megabytes) MB"
    case .pruneTooMuch(let doomed, let all):
      "\(Numerals.grouped(doomed)) of \(Numerals.count(all, "picture")) would be deleted: "
        + "that looks like an unmounted disk, so none was; --force deletes them"
    case .pruneSpared(let doubt): spared(doubt)
    case .noParts(let output): "there are no parts in \(PrintableName.quoted(output))"
    case .merged(let parts, let files, let failed, let unsupported, let output):
      merged(parts, files, failed, unsupported) + " in \(PrintableName.quoted(output))"
    case .pruneSkipped: "nothing is deleted after an interrupted crawl"
    case .pageOld(let path):
      "\(PrintableName.quoted(path)) is older than these pictures; --page renews it"
    case .withoutEffect(let options):
      "\(options.joined(separator: ", ")) \(options.count == 1 ? "changes" : "change") nothing of "
        + "what is asked for"
    case .captionsLeftOut(let unwritten): text(unwritten)
    case .barsBeyond(let count, let first, let height):
      "bar \(first) is \(Numerals.plain(height))"
        + (count > 1 ? ", and \(Numerals.count(count - 1, "other")) like it" : "")
        + ": bars go from 0 to 1, and are drawn as if they did"
    case .plain(let fault): "the picture is plain: \(fault.message)"
    case .stopped: "stopped; what was done stays done, the next run goes on from there"
    case .renderStopped: "stopped; nothing was written"
    case .damaged(let path): "damaged \(PrintableName.text(path))"
    case .missing(let path): "missing \(PrintableName.text(path))"
    case .notOurs(let path):
      "\(PrintableName.quoted(path)) may be a whole file of somebody else's, and stays"
    case .verified(let files, let damaged, let missing):
      "\(Numerals.count(files, "file")) verified: \(Numerals.grouped(damaged)) damaged, "
        + "\(Numerals.grouped(missing)) missing"
    case .manifestRepaired: "the manifest was damaged, and was written anew"
    case .filesRepaired(let count):
      "\(Numerals.count(count, "damaged file")) of wavethumb's own \(count == 1 ? "was" : "were") made anew"
    }
  }

  private static func text(_ unwritten: OmittedCaptions) -> String {
    func captions(_ count: Int) -> String {
      "\(Numerals.count(count, "caption")) \(count == 1 ? "is" : "are") left out"
    }
    let lacking = "no letters are there for them; --font FILE names a font that has them"
    let joining =
      "letters that join or run from right to left can be set in SVG only (--format svg)"
    return [
      unwritten.lackingLetters > 0 ? "\(captions(unwritten.lackingLetters)): \(lacking)" : nil,
      unwritten.joining > 0 ? "\(captions(unwritten.joining)): \(joining)" : nil,
    ].compactMap(\.self).joined(separator: "; ")
  }

  private static func merged(
    _ parts: Int, _ files: Int, _ failed: Int, _ unsupported: Int
  ) -> String {
    let bad = [(failed, "failed"), (unsupported, "unsupported")].filter { $0.0 > 0 }
      .map { ", \(Numerals.grouped($0.0)) \($0.1)" }
    return "\(Numerals.count(parts, "part")) joined: \(Numerals.count(files, "file"))"
      + bad.joined()
  }

  private static func spared(_ doubt: PruneGuard.Doubt) -> String {
    let folder =
      doubt.folder.isEmpty ? "the library" : PrintableName.quoted(doubt.folder.bytes)
    let reason =
      switch doubt {
      case .unreadableFolder: "it cannot be read now"
      case .otherDevice: "it is on another disk than last time"
      case .emptiedFolder:
        "none of its recordings can be seen now, as on a disk that is not mounted; "
          + "--force deletes them"
      }
    return "the pictures of \(folder) are kept: \(reason)"
  }

  private static func isolation(_ held: [String], _ missing: [String]) -> String {
    let words =
      held.isEmpty
      ? "decoders are not shut in" : "decoders are shut in by \(held.joined(separator: ", "))"
    return missing.isEmpty
      ? words : "\(words); not to be had here: \(missing.joined(separator: ", "))"
  }

  private static func of(_ path: [UInt8], _ words: String, _ number: CInt) -> String {
    "\(PrintableName.quoted(path)) \(words): \(SystemWords.text(number))"
  }

  private static func of(_ path: [UInt8], _ words: String, _ detail: String) -> String {
    "\(PrintableName.quoted(path)) \(words): \(PrintableName.text(detail.utf8))"
  }

  private static func foreign(_ path: [UInt8], _ made: String) -> String {
    "\(PrintableName.quoted(path)) was not \(made) by wavethumb and stays as it is"
  }

  private static func noFolder(_ path: [UInt8]) -> String {
    "\(PrintableName.quoted(path)) is not a folder; one recording is drawn by: "
      + "wavethumb render \(PrintableName.text(path))"
  }

  private static func held(_ path: [UInt8], _ process: Int?) -> String {
    "another scan\(process.map { ", process \($0)," } ?? "") is writing to "
      + PrintableName.quoted(path)
  }

  private static func lacking(_ layer: String) -> String {
    "--isolation require cannot be met here: no \(PrintableName.text(layer.utf8)); "
      + "--isolation auto takes what there is"
  }

  private static func unkept(_ folder: [UInt8], _ number: CInt) -> String {
    "standard input cannot be kept in \(PrintableName.quoted(folder)) to be decoded: "
      + "\(SystemWords.text(number)); TMPDIR names another folder"
  }
}
