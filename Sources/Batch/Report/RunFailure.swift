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
    if case .outputHeld = self { return .outputHeld }
    if case .foreignCache = self { return .usage }
    return .couldNotRun
  }
}

extension RunFailure {
  /// The message, to follow the program's name.
  var words: String {
    switch self {
    case .libraryMissing(let path): "there is no folder \(PrintableName.quoted(path))"
    case .libraryIsNoFolder(let path):
      "\(PrintableName.quoted(path)) is not a folder; one recording is drawn by: "
        + "wavethumb render \(PrintableName.shellWord(path))"
    case .libraryUnreadable(let path, let number): Self.of(path, "cannot be read", number)
    case .libraryUnknown(let path):
      "the library of \(PrintableName.quoted(path)) is unknown: use --library DIR"
    case .libraryEmptied(let path, let count):
      "there are no recordings in \(PrintableName.quoted(path)) now, and "
        + "\(Numerals.count(count, "recording")) at the last scan: is its disk mounted? "
        + "Manifest and pictures are kept as they are; --force scans the empty library"
    case .outputUnwritable(let path, let number):
      "pictures cannot be written to \(PrintableName.quoted(path)): \(SystemWords.text(number)); "
        + "use --output DIR"
    case .outputUnreadable(let path, let number): Self.of(path, "cannot be read", number)
    case .outputIsNoFolder(let path):
      "\(PrintableName.quoted(path)) is a link or a file, not a folder; "
        + "use --output DIR for another folder"
    case .outputLost(let path, let number):
      "writing to \(PrintableName.quoted(path)) failed: \(SystemWords.text(number)); "
        + "finished work is kept, and the next run continues"
    case .outputHeld(let path, let process):
      "another scan\(process.map { ", process \($0)," } ?? "") is writing to "
        + PrintableName.quoted(path)
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
    case .noWorker(let detail):
      "nothing can be decoded: \(PrintableName.text(detail.utf8)); "
        + "use --isolation off to decode without a sandbox"
    case .isolationLacking(let layer):
      "--isolation require is not possible here: missing \(PrintableName.text(layer.utf8)); "
        + "use --isolation auto to use the available layers"
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

  private static func foreign(_ path: [UInt8], _ made: String) -> String {
    "\(PrintableName.quoted(path)) was not \(made) by wavethumb and is kept"
  }
}
