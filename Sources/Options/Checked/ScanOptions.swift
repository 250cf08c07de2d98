package import Outputs

/// The options of `scan`, checked; `verify` and `merge` scan with them as well.
package struct ScanOptions: Sendable, Equatable {
  package enum Prune: Sendable, Equatable {
    case nothing
    /// Pictures whose recording is gone.
    case vanished
    /// In addition every picture that the manifest does not list.
    case unlisted
  }

  /// Where the list of `--files-from` comes from.
  package enum PathSource: Sendable, Equatable {
    case standardInput
    case file([UInt8])
  }

  package var library: [UInt8]
  package var recordings = RecordingOptions()
  package internal(set) var page: PageOptions?
  /// The names of the typed options that a scan remembers.
  package internal(set) var named: Set<String> = []
  /// The remembered options that are not in the settings, in the order of the rows.
  package internal(set) var choices: [RememberedChoice] = []
  /// Whether the options of the last scan of the output are still to be added: none of those that are
  /// remembered together is named.
  package internal(set) var repeatsLast = true
  /// Whether album art is searched for because the page of an earlier scan needs it.
  package var keepsCovers = false
  /// The folder of the pictures, or nil for `.wavethumb` in the library.
  package var output: [UInt8]?
  /// The manifest, or nil for `manifest.json` in the output.
  package internal(set) var manifest: [UInt8]?
  package var cache = CacheLocation()
  package internal(set) var excludes: [Glob] = []
  package internal(set) var followsLinks = false
  package internal(set) var ignoresInode = false
  /// The list of the only recordings and folders to look at, or nil to look at all.
  package internal(set) var filesFrom: PathSource?
  /// Whether each path of that list ends with a NUL instead of a line break.
  package internal(set) var listEndsWithNul = false
  /// Recordings that changed less than so many seconds ago wait for the next run.
  package internal(set) var minimumAge: Double?
  /// How long to wait for another run that uses the output.
  package internal(set) var secondsToWait = 0.0
  /// Whether unsupported counts as failed.
  package internal(set) var isStrict = false
  /// Whether failures that the last manifest lists do not affect the exit status.
  package internal(set) var sparesKnownFailures = false
  package internal(set) var redoesAll = false
  package internal(set) var isDryRun = false
  package internal(set) var prune = Prune.nothing
  /// The part of the library to scan, or nil for the whole library.
  package internal(set) var shard: Shard?
  // A list for each option that was given, so that a preset can be named again in a command.
  package internal(set) var expectations: [[EntryCondition]] = []
  /// Whether findings are reported that no expectation forbids.
  package internal(set) var reportsFindings = true
  /// Whether nothing is written, and missing or stale files give exit status 4.
  package internal(set) var onlyChecks = false
  /// Whether to print one JSON object per line on standard output.
  package internal(set) var writesEvents = false
  package internal(set) var verbosity: Verbosity

  package init(library: [UInt8], verbosity: Verbosity = .normal) {
    self.library = library
    self.verbosity = verbosity
  }

  /// Whether the run writes nothing.
  package var isReadOnly: Bool { onlyChecks || isDryRun }

  package var pictures: PictureOptions { recordings.pictures }
  package var decoding: DecodeOptions { recordings.decoding }
  package var formats: Set<OutputFormat> { recordings.formats }
}

/// The options of the page of a scan.
package struct PageOptions: Sendable, Equatable {
  /// The page's title, or nil for the name of the library's folder.
  package internal(set) var title: String?
  /// Where the recordings are, or nil for the path from the output to the library.
  package internal(set) var media: MediaPrefix?
}
