import Bytes
import Library
import Outputs
import System

/// The data that the whole listed before its parts were joined anew, of which some may be listed no
/// more.
struct MergedData {
  private let output: OutputTree
  private let unlisted: UnlistedData

  /// Takes up what the manifest of the last whole lists.
  init(
    _ output: OutputTree, at place: RawPath, listedIn whole: MergePlace, _ cache: SummaryCache?
  ) {
    self.output = output
    unlisted = UnlistedData(output, cache, at: place.spelledFromRoot)
    do {
      guard let identity = try PreviousRun.status(of: whole.manifest),
        GeneratedText(try LastManifest(whole.manifest, identity).start()).isOurs
      else { return }
      var reader = try ManifestReader(whole.manifest, way: whole.way)
      var files: [DataFile] = []
      while let element = try reader.next() { files += element.entry?.made?.dataFiles ?? [] }
      if reader.seal != nil { output.know(files) }
    } catch {
      // What is there then counts as somebody else's, and stays.
      return
    }
  }

  /// Has the cache name what none of the parts lists.
  func keep(except parts: [PartManifest]) throws(SystemFailure) {
    for part in parts {
      for entry in part.entries where entry.hasData {
        for data in try part.read(entry)?.made?.dataFiles ?? [] {
          if let path = data.path { output.forget(path) }
        }
      }
    }
    unlisted.keep { _ in false }
  }
}
