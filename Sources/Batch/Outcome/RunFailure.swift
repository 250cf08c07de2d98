import Decoding
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions

/// The reason why a run cannot begin or continue.
// Of one file nothing is here: that is a result, and the run goes on. Each case has the facts of its
// sentence, which is below and nowhere else; each sentence ends with what to do, if anything helps.
// Paths are bytes up to there, where they are made safe to print: a failure is compared by them.
enum RunFailure: Error, Sendable, Equatable {
  case libraryMissing([UInt8])
  case libraryIsNoFolder([UInt8])
  /// The folder of an output's recordings is unknown.
  case libraryUnknown([UInt8])
  /// An output that is the library, or contains it.
  case outputAroundLibrary([UInt8])
  /// The output contains a recording of the library; the second path names it.
  case outputWithRecordings([UInt8], first: [UInt8])
  /// A library that is an output, and the library of that output if it is known.
  case libraryIsOutput([UInt8], library: [UInt8]?)
  /// The library had recordings at the last scan and has none now.
  case libraryEmptied([UInt8], had: Int)
  /// Nothing of `--files-from` exists in a library without recordings.
  case listedGone([UInt8])
  /// A line of `--files-from` is not the path of something in the library.
  case badLine([UInt8], line: Int, ListMistake)
  case listTooLong([UInt8])
  /// `--files-from` leaves the other recordings as they are, and these options would draw them anew.
  case listWithOtherOptions([String])
  /// The state of the output does not say what the other recordings are.
  case listNeedsScan
  /// None of the recordings of the last scan is in the library, which has others.
  case otherLibrary([UInt8], output: [UInt8], had: Int)
  case unreadable([UInt8], errno: CInt)
  /// The folder of the pictures or of the manifest.
  case outputUnwritable([UInt8], errno: CInt)
  /// A file that is named by an option, or by `desktop`.
  case fileUnwritable([UInt8], errno: CInt)
  case outputIsNoFolder([UInt8])
  case outputLost([UInt8], errno: CInt)
  case outputHeld([UInt8], process: Int?)
  case foreignManifest([UInt8])
  /// A file to list is not a manifest, or a damaged one.
  case notAManifest([UInt8])
  case foreignFile([UInt8])
  /// A file with a name that only wavethumb uses has another content.
  case foreignName([UInt8])
  case foreignPage([UInt8])
  case foreignReport([UInt8])
  /// `verify --repair` and `merge` need the options of an earlier scan, which its manifest does not
  /// contain.
  case unknownSettings([UInt8])
  /// The ledger of an output is lost, and with it the options to repeat; the command names them if they
  /// are known.
  case optionsLost([UInt8], command: [[UInt8]]?)
  /// The last scan had options that are never repeated; the command names them.
  case optionsNotRepeated([String], command: [[UInt8]])
  /// The arguments of the command line cannot be read.
  case noProc
  /// The manifest of an output lies elsewhere.
  case manifestElsewhere([UInt8], manifest: [UInt8])
  /// The scan of an output used options that start a program or open a file.
  case optionsNotGiven([UInt8], [String])
  case noFFmpeg
  case noWorker(WorkerStartFailure)
  case pictureImpossible(detail: String)
  case noCacheFolder
  case cacheUnusable([UInt8], errno: CInt)
  case foreignCache([UInt8])
  case noHome
  case desktopNotOurs([UInt8])
  case standardOutputLost(errno: CInt)
  case tooFewOpenFiles(limit: Int, needed: Int)
  case tooLittleMemory(megabytes: Int)

  // Files that `render` cannot use.
  case inputMissing([UInt8])
  case outputIsInput([UInt8])
  case pictureToTerminal
  case streamUnkept([UInt8], errno: CInt)
  case badBars([UInt8], detail: String)
  case badOverlay([UInt8], detail: String)
  case badMarkers([UInt8], detail: String)

  // Parts that cannot be joined.
  case partsMissing([Int], of: Int)
  case partUnfinished(Shard)
  /// A part whose ledger is missing or damaged.
  case partWithoutLedger(Shard)
  case partTwice(Shard)
  case severalSetsOfParts([Int])
  case partOfOtherVersion(Shard, generator: String)
  case partsOfOtherSettings(Shard, Shard)
  case partsOfOtherLibraries(Shard, Shard)
  /// The disk of an output does not distinguish the pictures of two recordings.
  case sharedName([UInt8], [UInt8])
  case notAPart([UInt8])
  /// None of these folders has parts to merge.
  case noParts([[UInt8]])
  /// A file of a part that is missing, or is not the one that the part's manifest lists.
  case damagedFileOfPart([UInt8])

  var exitStatus: ExitStatus {
    // A scheduler may repeat what another run only delayed.
    // A folder is an argument, and wrong before anything began.
    switch self {
    case .outputHeld: return .outputHeld
    case .foreignCache, .outputAroundLibrary, .outputWithRecordings, .libraryIsOutput, .optionsLost,
      .optionsNotRepeated, .badLine, .listTooLong, .listWithOtherOptions:
      return .usage
    default: return .couldNotRun
    }
  }
}

extension RunFailure {
  /// The message, to follow the program's name.
  var message: String {
    switch self {
    case .libraryMissing(let path): "there is no folder \(PrintableName.quoted(path))"
    case .libraryIsNoFolder(let path):
      "\(PrintableName.quoted(path)) is not a folder; one recording is drawn by: "
        + "wavethumb render \(PrintableName.shellWord(path))"
    case .libraryUnknown(let path):
      "the library of \(PrintableName.quoted(path)) is unknown: use --library DIR"
    case .outputAroundLibrary(let path):
      "--output \(PrintableName.shellWord(path)) is the library or contains it: the files of an output "
        + "would lie between the recordings; use a folder of its own"
    case .outputWithRecordings(let path, let first):
      "--output \(PrintableName.shellWord(path)) holds recordings of the library, as "
        + "\(PrintableName.quoted(first)): no scan looks for recordings in an output; use an empty "
        + "folder"
    case .libraryIsOutput(let path, let library?):
      "\(PrintableName.quoted(path)) is the output of a scan: use wavethumb scan "
        + PrintableName.shellWord(library)
    case .libraryIsOutput(let path, nil):
      "\(PrintableName.quoted(path)) is the output of a scan: use the folder of its recordings"
    case .libraryEmptied(let path, let count):
      "there are no recordings in \(PrintableName.quoted(path)) now, and "
        + "\(Numerals.count(count, "recording")) at the last scan: is its disk mounted? "
        + "Manifest and pictures are kept as they are; --force scans the empty library"
    case .listedGone(let path):
      "nothing of the list exists, and there are no recordings in \(PrintableName.quoted(path)): is its "
        + "disk mounted? Nothing was changed; --force removes their entries"
    case .badLine(let list, let line, let mistake):
      "\(PrintableName.text(list)), line \(Numerals.grouped(line)): \(mistake.message); nothing was changed"
    case .listTooLong(let list):
      "\(PrintableName.quoted(list)) is too long: --files-from takes 1,000,000 paths of 256 MiB; scan "
        + "without it"
    case .listWithOtherOptions(let options):
      "--files-from takes the options of the last scan, since it leaves the other recordings as they are, and "
        + "\(options.joined(separator: ", ")) would differ: name no option, or scan without --files-from"
    case .listNeedsScan:
      "--files-from needs the ledger and the manifest of the last scan, which are missing, damaged or of "
        + "another version: scan once without it"
    case .otherLibrary(let path, let output, let count):
      "\(PrintableName.quoted(path)) has none of the \(Numerals.count(count, "recording")) of the last "
        + "scan into \(PrintableName.quoted(output)): another library, or all folders were renamed; use "
        + "another --output, or --force to scan nevertheless"
    case .unreadable(let path, let number): Self.sentence(path, "cannot be read", errno: number)
    case .outputUnwritable(let path, let number):
      "pictures cannot be written to \(PrintableName.quoted(path)): \(SystemErrorText.text(number)); "
        + "use --output DIR"
    case .fileUnwritable(let path, let number):
      Self.sentence(path, "cannot be written", errno: number)
    case .outputIsNoFolder(let path):
      "\(PrintableName.quoted(path)) is a link or a file, not a folder; "
        + "use --output DIR for another folder"
    case .outputLost(let path, let number):
      "writing to \(PrintableName.quoted(path)) failed: \(SystemErrorText.text(number)); "
        + "finished work is kept, and the next run continues"
    case .outputHeld(let path, let process?):
      "another scan, process \(process), is writing to \(PrintableName.quoted(path))"
    case .outputHeld(let path, nil): "another scan is writing to \(PrintableName.quoted(path))"
    case .foreignManifest(let path):
      Self.foreign(path, "generated") + "; use --manifest PATH for another"
    case .foreignFile(let path): Self.foreign(path, "made") + "; choose another -o"
    case .foreignName(let path):
      Self.foreign(path, "made") + "; wavethumb needs that name: move the file away"
    case .notAManifest(let path):
      "\(PrintableName.quoted(path)) is not a whole manifest of wavethumb"
    case .foreignPage(let path):
      Self.foreign(path, "written") + "; omit --page, or use another --output"
    case .foreignReport(let path):
      Self.foreign(path, "written as a report") + "; choose another --report, or delete it"
    case .unknownSettings(let path):
      "the options of \(PrintableName.quoted(path)) are not in its manifest: repeat that scan "
        + "with --force"
    case .manifestElsewhere(let path, let manifest):
      "the manifest of \(PrintableName.quoted(path)) is at \(PrintableName.quoted(manifest)) from there: "
        + "verify takes an output that has its manifest in it"
    case .optionsNotGiven(let path, let options):
      "\(options.joined(separator: ", ")) must be given as at the scan of "
        + "\(PrintableName.quoted(path)): a manifest starts no program and opens no file"
    case .optionsLost(let path, let command):
      Self.lost(in: path, command)
    case .optionsNotRepeated(let names, let command):
      "the last scan had \(names.joined(separator: " and ")), which is never taken from an output; to "
        + "scan as then: \(PrintableName.shellWords(command))"
    case .noProc:
      "/proc is not mounted: without it neither the arguments can be read nor a decoder be started; "
        + "mount -t proc proc /proc"
    case .noFFmpeg: "--ffmpeg needs ffmpeg, but PATH has none"
    case .noWorker(.layer(let missing)):
      "--isolation require is not possible here: missing \(missing.text); "
        + "use --isolation auto to use the available layers"
    case .noWorker(let failure):
      "nothing can be decoded: \(failure.text); use --isolation off to decode without a sandbox"
    case .pictureImpossible(let detail):
      "that picture cannot be drawn: \(PrintableName.text(detail.utf8))"
    case .noCacheFolder: "the cache folder is unknown: use --cache DIR"
    case .cacheUnusable(let path, let number):
      "the cache " + Self.sentence(path, "cannot be used", errno: number)
    case .foreignCache(let path):
      // No word about deleting: the folder may be anything, such as a home folder.
      "\(PrintableName.quoted(path)) holds files that are not of a wavethumb cache: "
        + "--cache DIR takes a new or empty folder"
    case .noHome: "HOME is not an absolute path: set it to the home folder"
    case .desktopNotOurs(let path):
      "\(PrintableName.quoted(path)) was made by another program and is kept"
    case .standardOutputLost(let number):
      "standard output cannot be written: \(SystemErrorText.text(number))"
    case .tooFewOpenFiles(let limit, let needed):
      "at most \(limit) files may be open, and \(needed) are needed: ulimit -n \(needed)"
    case .tooLittleMemory(let megabytes):
      "less than \(megabytes) MB of memory are left for this process: allow more (ulimit -v, ulimit -d)"
    case .inputMissing(let path): "there is no file \(PrintableName.quoted(path))"
    case .outputIsInput(let path):
      "\(PrintableName.quoted(path)) is the input and would be overwritten: choose another -o"
    case .pictureToTerminal: "a picture cannot be printed to a terminal: use -o FILE.png or a pipe"
    case .streamUnkept(let folder, let number):
      "standard input cannot be stored in \(PrintableName.quoted(folder)) to be decoded: "
        + "\(SystemErrorText.text(number)); set TMPDIR to another folder"
    case .badBars(let path, let detail): Self.sentence(path, "has no bars to draw", detail: detail)
    case .badOverlay(let path, let detail):
      Self.sentence(path, "cannot be drawn as an overlay", detail: detail)
    case .badMarkers(let path, let detail):
      Self.sentence(path, "has no readable markers", detail: detail)
    case .partsMissing(let numbers, let count):
      "\(Numerals.count(numbers.count, "part")) of \(count) missing: \(Numerals.ranges(numbers)); "
        + "run scan --shard K/\(count) for each"
    case .partUnfinished(let shard): "\(Self.name(shard)) is incomplete: run it again"
    case .partWithoutLedger(let shard):
      "\(Self.name(shard)) has no ledger, or a damaged one: scan that part again"
    case .partTwice(let shard): "\(Self.name(shard)) exists twice"
    case .severalSetsOfParts(let counts):
      "there are complete sets of parts, of \(counts.map(String.init).joined(separator: " and of ")): "
        + "delete the manifests of all but one, as manifest.*-of-\(counts[0]).json"
    case .partOfOtherVersion(let shard, let generator):
      "\(Self.name(shard)) was made by \(PrintableName.text(generator.utf8.prefix(60))): "
        + "run it again"
    case .partsOfOtherSettings(let one, let other):
      "\(Self.name(one)) and \(Self.name(other)) were made with different options"
    case .partsOfOtherLibraries(let one, let other):
      "\(Self.name(one)) and \(Self.name(other)) are of different libraries"
    case .sharedName(let one, let other):
      "on the disk of the output the pictures of \(PrintableName.quoted(one)) and "
        + "\(PrintableName.quoted(other)) would have one name: rename one of the recordings, or use "
        + "--output DIR on a disk that distinguishes upper and lower case"
    case .notAPart(let path):
      "\(PrintableName.quoted(path)) is not the manifest of a part, or not the one that the part's "
        + "ledger names: run that part again"
    case .noParts(let paths):
      "there are no parts in \(paths.map { PrintableName.quoted($0) }.joined(separator: " and "))"
    case .damagedFileOfPart(let path):
      "\(PrintableName.quoted(path)) is missing or not the file that its part lists: "
        + "run that part again"
    }
  }

  private static func lost(in output: [UInt8], _ command: [[UInt8]]?) -> String {
    let text =
      "the options of the last scan are unknown, as the ledger of "
      + "\(PrintableName.quoted(output)) is missing, damaged or another user's; "
    guard let command else { return text + "name them once, as by --style mirroredBars" }
    return text + "its manifest says: \(PrintableName.shellWords(command))"
  }

  private static func name(_ shard: Shard) -> String { "part \(shard.number) of \(shard.count)" }

  private static func sentence(_ path: [UInt8], _ predicate: String, detail: String) -> String {
    "\(PrintableName.quoted(path)) \(predicate): \(PrintableName.text(detail.utf8))"
  }
  private static func sentence(_ path: [UInt8], _ predicate: String, errno: CInt) -> String {
    sentence(path, predicate, detail: SystemErrorText.text(errno))
  }

  private static func foreign(_ path: [UInt8], _ verb: String) -> String {
    "\(PrintableName.quoted(path)) was not \(verb) by wavethumb and is kept"
  }
}

extension DecodeFailure {
  /// The reason why the whole run cannot continue, if so.
  // Without a worker no recording can be decoded: each would fail alike, and be remembered as failed.
  var endsTheRun: RunFailure? {
    guard case .noWorker(let failure) = self else { return nil }
    return .noWorker(failure)
  }
}

/// Why a line of `--files-from` is refused.
enum ListMistake: Error, Sendable, Equatable {
  case empty
  case hasNul
  case tooLong
  /// It has a step `..`.
  case goesUp
  case isLibrary
  /// An absolute path that does not begin with that of the library.
  case outside

  fileprivate var message: String {
    switch self {
    case .empty: "the path is empty"
    case .hasNul: "the path holds a NUL; paths that end with one need -0"
    case .tooLong: "the path is longer than 4,095 bytes"
    case .goesUp: "a path may not go up by .."
    case .isLibrary: "this is the library itself: scan it without --files-from"
    case .outside: "the path does not begin with that of the library"
    }
  }
}
