package import Outputs
package import Thumbnails

/// The options of `scan`, checked.
public struct ScanOptions: Sendable, Equatable {
  /// Which pictures of the output are deleted.
  package enum Prune: Sendable, Equatable {
    case nothing
    /// Pictures whose recording is gone.
    case vanished
    /// These, and every picture that the manifest does not list.
    case unlisted
  }

  package var library: [UInt8]
  package var recordings = RecordingOptions()
  /// The page to look and listen, where one is written.
  package internal(set) var page: PageOptions?
  /// The folder of the pictures, or nil for `.wavethumb` in the library.
  package var output: [UInt8]?
  /// The manifest, or nil for `manifest.json` in the output.
  package internal(set) var manifest: [UInt8]?
  /// How the manifest is laid out, or nil where its name tells.
  package var manifestFormat: ManifestFormat?
  package var cache = CacheLocation()
  package internal(set) var excludes: [Glob] = []
  package internal(set) var followsLinks = false
  package internal(set) var ignoresInode = false
  /// Unsupported counts as failed.
  package internal(set) var isStrict = false
  /// How failures of content that the last manifest lists count in the exit status.
  package internal(set) var knownFailures = KnownFailures.fail
  package internal(set) var redoesAll = false
  package internal(set) var isDryRun = false
  package internal(set) var prune = Prune.nothing
  /// The part of the library that is to be done, or nil for all of it.
  package internal(set) var shard: Shard?
  /// Values that all recordings are to have.
  package internal(set) var expectations: [[EntryCondition]] = []
  package internal(set) var shardOrder = ShardOrder.path
  /// Whether nothing is written, and missing or stale files give exit status 4.
  package internal(set) var onlyChecks = false
  /// One JSON object a line on standard output.
  package internal(set) var writesEvents = false
  /// How much the run says on standard error.
  public package(set) var verbosity = Verbosity.normal

  /// How a failure counts that is known already.
  package enum KnownFailures: String, CaseIterable, Sendable {
    case ok, fail
  }

  package init(library: [UInt8]) {
    self.library = library
  }

  /// Chooses the files of the library that another command names.
  package mutating func choose(
    excluding excludes: [Glob], followingLinks: Bool, ignoringInode: Bool
  ) {
    self.excludes = excludes
    followsLinks = followingLinks
    ignoresInode = ignoringInode
  }

  package var pictures: PictureOptions { recordings.pictures }
  /// How the recordings are decoded.
  public var decoding: DecodeOptions { recordings.decoding }
  package var formats: Set<OutputFormat> { recordings.formats }
}

/// The options that `scan` and `render` share: how recordings are read, and the outputs made of
/// them.
package struct RecordingOptions: Sendable, Equatable {
  package var pictures = PictureOptions()
  package var pictureFormats: [OutputFormat] = [.png]
  package var dataFormats: [OutputFormat] = []
  package var decoding = DecodeOptions()
  /// The options that were given and change nothing of what is asked for, as `--dot-size`.
  package var withoutEffect: [String] = []

  /// The formats of all outputs of a scan.
  package var formats: Set<OutputFormat> { Set(pictureFormats + dataFormats) }
}

/// The options of a scan's page.
package struct PageOptions: Sendable, Equatable {
  /// The page's title, or nil for the name of the library's folder.
  package internal(set) var title: String?
  package internal(set) var covers = PageCovers.auto
  /// Where the recordings are, or nil for the way from the output to the library.
  package internal(set) var media: MediaPrefix?

  package var showsCovers: Bool { covers == .auto }
}

/// Whether the page shows album art.
package enum PageCovers: String, CaseIterable, Sendable {
  /// Art that is embedded in recordings or is in their folder.
  case auto
  case off
}
