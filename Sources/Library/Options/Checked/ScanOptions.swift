public import Outputs

/// What `scan` is to do, checked.
public struct ScanOptions: Sendable, Equatable {
  /// Which pictures of the output are deleted.
  public enum Prune: Sendable, Equatable {
    case nothing
    /// Those whose recording is gone.
    case vanished
    /// Those, and every one that the manifest does not list.
    case unlisted
  }

  public internal(set) var library: [UInt8]
  public package(set) var recordings = RecordingOptions()
  /// The page to look and listen, where one is written.
  public internal(set) var page: PageOptions?
  /// The folder of the pictures, or nil for `.wavethumb` in the library.
  public package(set) var output: [UInt8]?
  /// The manifest, or nil for `manifest.json` in the output.
  public internal(set) var manifest: [UInt8]?
  public package(set) var cache = CacheLocation()
  public internal(set) var excludes: [Glob] = []
  public internal(set) var followsLinks = false
  public internal(set) var ignoresInode = false
  /// Unsupported counts as failed.
  public internal(set) var isStrict = false
  /// What failures by content that the last manifest tells of count in the exit status.
  public internal(set) var knownFailures = KnownFailures.fail
  public internal(set) var redoesAll = false
  public internal(set) var isDryRun = false
  public internal(set) var prune = Prune.nothing
  /// The part of the library that is to be done, or nil for all of it.
  public internal(set) var shard: Shard?
  public internal(set) var shardOrder = ShardOrder.path
  /// Nothing is written, and anything missing or stale is an exit status of 4.
  public internal(set) var onlyChecks = false
  /// One JSON object a line on standard output.
  public internal(set) var writesEvents = false
  public package(set) var verbosity = Verbosity.normal

  /// How a failure counts that is known already.
  public enum KnownFailures: String, CaseIterable, Sendable {
    case ok, fail
  }

  package init(library: [UInt8]) {
    self.library = library
  }

  public var pictures: PictureOptions { recordings.pictures }
  public var decoding: DecodeOptions { recordings.decoding }
  public var formats: Set<OutputFormat> { recordings.formats }
}
