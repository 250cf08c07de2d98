import Library

/// The reason why a run cannot begin or continue.
enum RunFailure: Error, Sendable, Equatable {
  case libraryMissing([UInt8])
  case libraryIsNoFolder([UInt8])
  case libraryUnreadable([UInt8], errno: CInt)
  /// The folder of an output's recordings is unknown.
  case libraryUnknown([UInt8])
  /// The library had recordings at the last scan and has none now.
  case libraryEmptied([UInt8], had: Int)
  case outputUnwritable([UInt8], errno: CInt)
  case outputUnreadable([UInt8], errno: CInt)
  case outputIsNoFolder([UInt8])
  case outputLost([UInt8], errno: CInt)
  case outputHeld([UInt8], process: Int?)
  case foreignManifest([UInt8])
  case foreignFile([UInt8])
  /// A file with a name that only wavethumb uses has another content.
  case foreignName([UInt8])
  case foreignPage([UInt8])
  /// `verify --repair` and `merge` need the options of an earlier scan, which its manifest does not
  /// contain.
  case unknownSettings([UInt8])
  case noFFmpeg
  case noWorker(detail: String)
  case isolationLacking(layer: String)
  case pictureImpossible(detail: String)
  case noCacheFolder
  case cacheUnusable([UInt8], errno: CInt)
  case foreignCache([UInt8])
  case noHome
  case desktopUnwritable([UInt8], errno: CInt)
  case desktopNotOurs([UInt8])
  case standardOutputLost(errno: CInt)
  case tooFewOpenFiles(limit: Int, needed: Int)
  case render(RenderFailure)
  case merge(MergeRefusal)

  var exitStatus: ExitStatus {
    switch self {
    case .outputHeld: .outputHeld
    case .foreignCache: .usage
    case .libraryMissing, .libraryIsNoFolder, .libraryUnreadable, .libraryUnknown,
      .libraryEmptied, .outputUnwritable, .outputUnreadable, .outputIsNoFolder, .outputLost,
      .foreignManifest, .foreignFile, .foreignName, .foreignPage, .unknownSettings, .noFFmpeg,
      .noWorker, .isolationLacking,
      .pictureImpossible, .noCacheFolder, .cacheUnusable, .noHome, .desktopUnwritable,
      .desktopNotOurs, .standardOutputLost, .tooFewOpenFiles, .render, .merge:
      .couldNotRun
    }
  }
}

extension RunFailure {
  /// The message, to follow the program's name.
  var words: String {
    switch self {
    case .libraryMissing(let path): "there is no folder \(PrintableName.quoted(path))"
    case .libraryIsNoFolder(let path): Self.noFolder(path)
    case .libraryUnreadable(let path, let number): Self.of(path, "cannot be read", number)
    case .libraryUnknown(let path):
      "the library of \(PrintableName.quoted(path)) is unknown: use --library DIR"
    case .libraryEmptied(let path, let count): Self.emptied(path, count)
    case .outputUnwritable(let path, let number): Self.unwritable(path, number)
    case .outputUnreadable(let path, let number): Self.of(path, "cannot be read", number)
    case .outputIsNoFolder(let path): Self.noOutputFolder(path)
    case .outputLost(let path, let number): Self.lost(path, number)
    case .outputHeld(let path, let process): Self.held(path, process)
    case .foreignManifest(let path):
      Self.foreign(path, "generated") + "; use --manifest PATH for another"
    case .foreignFile(let path): Self.foreign(path, "made") + "; choose another -o"
    case .foreignName(let path):
      Self.foreign(path, "made") + "; wavethumb needs that name: move the file away"
    case .foreignPage(let path):
      Self.foreign(path, "written") + "; omit --page, or use another --output"
    case .unknownSettings(let path):
      "the options of \(PrintableName.quoted(path)) are not in its manifest: repeat that scan "
        + "with --force"
    case .noFFmpeg: "--ffmpeg needs ffmpeg, but PATH has none"
    case .noWorker(let detail): Self.noWorker(detail)
    case .isolationLacking(let layer): Self.lacking(layer)
    case .pictureImpossible(let detail):
      "that picture cannot be drawn: \(PrintableName.text(detail.utf8))"
    case .noCacheFolder: "the cache folder is unknown: use --cache DIR"
    case .cacheUnusable(let path, let number):
      "the cache " + Self.of(path, "cannot be used", number)
    case .foreignCache(let path):
      "\(PrintableName.quoted(path)) holds files that are not of a wavethumb cache: "
        + "--cache DIR takes a new or empty folder"
    case .noHome: "HOME is not an absolute path: set it to the home folder"
    case .desktopUnwritable(let path, let number): Self.of(path, "cannot be written", number)
    case .desktopNotOurs(let path):
      "\(PrintableName.quoted(path)) was made by another program and is kept"
    case .standardOutputLost(let number):
      "standard output cannot be written: \(SystemWords.text(number))"
    case .tooFewOpenFiles(let limit, let needed):
      "at most \(limit) files may be open, and \(needed) are needed: ulimit -n \(needed)"
    case .render(let failure): failure.words
    case .merge(let refusal): refusal.words
    }
  }

  private static func of(_ path: [UInt8], _ words: String, _ number: CInt) -> String {
    "\(PrintableName.quoted(path)) \(words): \(SystemWords.text(number))"
  }

  private static func noFolder(_ path: [UInt8]) -> String {
    "\(PrintableName.quoted(path)) is not a folder; one recording is drawn by: "
      + "wavethumb render \(PrintableName.shellWord(path))"
  }

  private static func emptied(_ path: [UInt8], _ count: Int) -> String {
    "there are no recordings in \(PrintableName.quoted(path)) now, and "
      + "\(Numerals.count(count, "recording")) at the last scan: is its disk mounted? "
      + "Manifest and pictures are kept as they are; --force scans the empty library"
  }

  private static func noOutputFolder(_ path: [UInt8]) -> String {
    "\(PrintableName.quoted(path)) is a link or a file, not a folder; "
      + "use --output DIR for another folder"
  }

  private static func unwritable(_ path: [UInt8], _ number: CInt) -> String {
    "pictures cannot be written to \(PrintableName.quoted(path)): \(SystemWords.text(number)); "
      + "use --output DIR"
  }

  private static func lost(_ path: [UInt8], _ number: CInt) -> String {
    "writing to \(PrintableName.quoted(path)) failed: \(SystemWords.text(number)); "
      + "finished work is kept, and the next run continues"
  }

  private static func held(_ path: [UInt8], _ process: Int?) -> String {
    "another scan\(process.map { ", process \($0)," } ?? "") is writing to "
      + PrintableName.quoted(path)
  }

  private static func foreign(_ path: [UInt8], _ made: String) -> String {
    "\(PrintableName.quoted(path)) was not \(made) by wavethumb and is kept"
  }

  private static func noWorker(_ detail: String) -> String {
    "nothing can be decoded: \(PrintableName.text(detail.utf8)); "
      + "use --isolation off to decode without a sandbox"
  }

  private static func lacking(_ layer: String) -> String {
    "--isolation require is not possible here: missing \(PrintableName.text(layer.utf8)); "
      + "use --isolation auto to use the available layers"
  }
}
