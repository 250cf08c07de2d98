import Glibc
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The paths of a scan: library, output, and manifest.
struct ScanPaths {
  let library: RawPath
  let output: RawPath
  /// The manifest of this run, or of its part.
  let manifest: RawPath
  let wholeManifest: RawPath
  let part: Shard?
  /// Whether the output is the default, `.wavethumb` in the library.
  private let isOutputInside: Bool

  init(_ options: ScanOptions) {
    library = RawPath(bytes: options.library)
    isOutputInside = options.output == nil
    if let output = options.output {
      self.output = RawPath(bytes: output)
    } else {
      output = library.appending(Self.defaultOutput)
    }
    let named = options.manifest.map(RawPath.init(bytes:))
    let whole = named ?? output.appending(OutputManifest.name)
    wholeManifest = whole
    part = options.shard
    if let part = options.shard {
      manifest = whole.parent.appending(PartFiles.manifest(of: part, beside: whole.name))
    } else {
      manifest = whole
    }
  }

  /// The names of this run's ledger and run file in the output.
  var ledgerName: LedgerName { LedgerName(of: part) }

  /// The path from the output to the manifest of the whole.
  var fromOutputToManifest: RawPath {
    Self.path(from: output, to: wholeManifest.parent).appending(wholeManifest.name)
  }

  /// The absolute path, which is the same whatever the current folder is.
  var absoluteLibrary: RawPath { library.spelledFromRoot }

  /// Identifies the library in files that do not name it: they may leave the machine.
  var libraryDigest: ContentDigest { ContentDigest(of: absoluteLibrary.bytes) }

  /// The key of the sightings of this run, or of the whole; each part has its own.
  func sightings(isOfWhole: Bool = false) -> Sightings.Key {
    Sightings.Key(
      library: libraryDigest,
      output: output.spelledFromRoot,
      ledger: isOfWhole ? LedgerName.whole.ledger : ledgerName.ledger
    )
  }

  /// The path from the manifest to the pictures, which it lists relative to itself.
  var fromManifestToOutput: RawPath { Self.path(from: manifest.parent, to: output) }

  /// The path from one folder to another.
  // As the paths are spelled, without asking the disk: a manifest is to have the same bytes on each
  // machine that spells them alike, whatever links lead there.
  static func path(from start: RawPath, to end: RawPath) -> RawPath {
    let start = start.spelledFromRoot.plainSteps
    let end = end.spelledFromRoot.plainSteps
    let shared = zip(start, end).prefix { one, other in one == other }.count
    let up = Array(repeating: Array("..".utf8), count: start.count - shared)
    let down = end[shared...]
    let steps = (up + down).joined(separator: [RawPath.separator])
    return RawPath(bytes: Array(steps))
  }

  /// Returns the library that contains an output of the default name, `.wavethumb`.
  // An output does not name its library, as both may be moved.
  static func library(around output: RawPath) throws(RunFailure) -> RawPath {
    guard output.name.bytes == Array(defaultOutput.utf8) else {
      throw .libraryUnknown(output.bytes)
    }
    return output.parent
  }

  static let defaultOutput = ".wavethumb"

  func openLibrary() throws(RunFailure) -> Folder {
    do {
      return try Folder(at: library)
    } catch {
      switch error.errno {
      case ENOENT: throw .libraryMissing(library.bytes)
      case ENOTDIR: throw .libraryIsNoFolder(library.bytes)
      default: throw .unreadable(library.bytes, errno: error.errno)
      }
    }
  }

  /// Opens the output; `creating` creates it if necessary, and without it a missing one is nil.
  func openOutput(
    creating: Bool,
    interruption: Interruption
  ) throws(RunFailure) -> OutputFolder? {
    do throws(SystemFailure) {
      let folder: Folder
      if isOutputInside {
        // A library may come from somebody else, and its `.wavethumb` be a link to the home folder.
        let library = try Folder(at: library)
        folder = try library.folderWithoutLinks(output.name, creating: creating)
      } else if creating {
        folder = try Folder.openOrCreate(output)
      } else {
        folder = try Folder(at: output)
      }
      return OutputFolder(folder, names: ledgerName) { interruption.requested }
    } catch {
      // Inside the library `ENOTDIR` says that a link or a file has the name; elsewhere a folder above the
      // output may be a file, and then there is no output.
      let isMissing = isOutputInside ? error.errno == ENOENT : error.isMissing
      if isMissing, !creating { return nil }
      // Either error may be reported for a link that is not followed.
      let mayBeLink = error.errno == ENOTDIR || error.errno == ELOOP
      if isOutputInside, mayBeLink { throw .outputIsNoFolder(output.bytes) }
      throw .outputUnwritable(output.bytes, errno: error.errno)
    }
  }

  /// Opens the ledger of the last run; nil if there is none.
  func ledger(in output: OutputFolder?) throws(RunFailure) -> LedgerFile? {
    guard let output else { return nil }
    return try LedgerFile.opened(output.names.ledger, in: output, at: self.output)
  }

  /// Opens the ledger of the whole, whatever part is scanned.
  func ledgerOfWhole(in output: OutputFolder?) throws(RunFailure) -> LedgerFile? {
    guard let output else { return nil }
    return try LedgerFile.opened(LedgerName.whole.ledger, in: output, at: self.output)
  }

  /// Returns the facts of the last run; nil if there is no ledger, or a damaged one.
  func facts(in output: OutputFolder?) throws(RunFailure) -> LedgerFacts? {
    guard let ledger = try ledger(in: output) else { return nil }
    do {
      return try ledger.facts()
    } catch {
      throw .outputUnwritable(error.path.bytes, errno: error.errno)
    }
  }

  /// Returns the words of a command that scans this library, or its part, into this output.
  func command(for options: ScanOptions, with words: [[UInt8]]) -> [[UInt8]] {
    var command = ["wavethumb", "scan"].map { word in Array(word.utf8) }
    // A path that begins with a dash is no option.
    let isPlain = options.library.first != UInt8(ascii: "-")
    command.append(isPlain ? options.library : Array("./".utf8) + options.library)
    if let output = options.output {
      command += [Array("--output".utf8), output]
    }
    if let part {
      command += [Array("--shard".utf8), Array("\(part.number)/\(part.count)".utf8)]
    }
    return command + words
  }

  func makeManifestFolder() throws(RunFailure) -> Folder {
    do {
      return try Folder.openOrCreate(manifest.parent)
    } catch {
      throw .outputUnwritable(manifest.parent.bytes, errno: error.errno)
    }
  }

  /// Returns the manifests of parts, which are next to that of the whole.
  func partFiles() throws(RunFailure) -> PartFiles {
    PartFiles(in: try makeManifestFolder(), beside: wholeManifest.name)
  }
}

extension RawPath {
  /// The absolute path, resolved by the current folder without following links.
  var spelledFromRoot: RawPath {
    if isAbsolute { return self }
    return (Environment.currentFolder ?? "").appending(self)
  }

  /// The components without `.` and, as far as the spelling shows, without `..`.
  var plainSteps: [[UInt8]] {
    var plain: [[UInt8]] = []
    for step in steps.map(Array.init) {
      if step == Array(".".utf8) { continue }
      let isUp = step == Array("..".utf8)
      if isUp, !plain.isEmpty {
        plain.removeLast()
      } else {
        plain.append(step)
      }
    }
    return plain
  }
}

extension LedgerFile {
  /// Opens a ledger of an output of this run.
  static func opened(
    _ name: RawPath,
    in output: OutputFolder,
    at path: RawPath
  ) throws(RunFailure) -> LedgerFile? {
    try opened(name, in: output.folder, at: path, isStopped: output.isStopped)
  }

  /// Opens a ledger of the output with that path, or throws why the run ends; nil if there is none.
  static func opened(
    _ name: RawPath,
    in folder: borrowing Folder,
    at output: RawPath,
    isStopped: @escaping @Sendable () -> Bool
  ) throws(RunFailure) -> LedgerFile? {
    do {
      return try LedgerFile.open(name, in: folder, isStopped: isStopped)
    } catch {
      switch error {
      case .foreign: throw .foreignName(output.appending(name).bytes)
      case .failed(let failure): throw .outputUnwritable(output.bytes, errno: failure.errno)
      }
    }
  }
}
