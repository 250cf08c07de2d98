import Bytes
import Library
import System

/// Runs what applies to the whole after its parts are joined: a scan with the options in the
/// manifest.
struct MergeFinish {
  let options: MergeOptions
  let report: Report
  let interruption: Interruption
  /// The library of the joined parts, or nil if there were none.
  let joined: RawPath?

  /// Prunes, checks or writes the page, and returns the exit status.
  func run(_ finish: ScanOptions) throws -> ExitStatus {
    var scan = finish
    scan.library = try library(of: finish).bytes
    let target = RawPath(bytes: options.target)
    let place =
      try options.manifest.map(RawPath.init(bytes:))
      ?? target.appending(OutputManifest.name(in: try Folder(at: target)))
    scan.manifestFormat = ManifestFormat(of: place)
    guard let recordings = try Self.options(in: place) else {
      throw RunFailure.unknownSettings(options.target)
    }
    scan.recordings = recordings
    return ScanRun(scan, report: Report(scan), interruption: interruption).run()
  }

  private static func options(in place: RawPath) throws -> RecordingOptions? {
    guard let identity = try PreviousRun.status(of: place) else { return nil }
    let last = LastManifest(place, identity)
    let head = try last.bytes(0..<min(Int(clamping: identity.size), ManifestHead.longest))
    guard let settings = ManifestHead.settings(in: head) else { return nil }
    return SettingsReader.options(try JSONValue(settings))
  }

  /// Returns the folder of the recordings: the given one, that of the parts, or the one around
  /// `.wavethumb`.
  private func library(of finish: ScanOptions) throws(RunFailure) -> RawPath {
    if !finish.library.isEmpty { return RawPath(bytes: finish.library) }
    if let joined { return joined }
    return try ScanPlaces.library(around: RawPath(bytes: options.target))
  }
}
