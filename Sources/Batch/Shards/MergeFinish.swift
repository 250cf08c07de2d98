import Library
import System

/// What applies to the whole after its parts are joined: a scan with the options in the manifest.
extension MergeRun {
  /// Prunes, checks or writes the page; `joined` is the library of the joined parts, if there were
  /// any.
  func finish(_ finish: ScanOptions, joined: RawPath?) throws -> ExitStatus {
    let target = RawPath(bytes: options.target)
    var scan = finish
    if finish.library.isEmpty {
      scan.library = try (joined ?? ScanPlaces.library(around: target)).bytes
    }
    let place =
      try options.manifest.map(RawPath.init(bytes:))
      ?? target.appending(OutputManifest.name(in: try Folder(at: target)))
    scan.manifestFormat = ManifestFormat(of: place)
    guard let recordings = try Self.recordings(in: place) else {
      throw RunFailure.unknownSettings(options.target)
    }
    scan.recordings = recordings
    return ScanRun(scan, report: Report(scan), interruption: interruption).run()
  }

  /// Returns the options of a manifest, or nil if they are unknown.
  private static func recordings(in place: RawPath) throws -> RecordingOptions? {
    guard let identity = try PreviousRun.status(of: place) else { return nil }
    return try ManifestText(place, identity).settings().flatMap(SettingsReader.options)
  }
}
