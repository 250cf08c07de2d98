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
    _ output: OutputTree, at place: RawPath, listedIn manifest: RawPath, _ cache: SummaryCache?
  ) {
    self.output = output
    unlisted = UnlistedData(output, cache, at: place.spelledFromRoot)
    do {
      guard let identity = try LastRun.status(of: manifest),
        let text = try LastManifest(manifest, identity).wholeText(isStopped: { false }),
        GeneratedText(text).isOurs, ManifestSeal.holds(for: text), KeptData.mayBeListed(in: text)
      else { return }
      var elements = try ManifestElements(text)
      while let element = try elements.next() { output.know(KeptData(element.value, way: "")) }
    } catch {
      // What is there then counts as somebody else's, and stays.
      return
    }
  }

  /// Has the cache name what none of the parts lists.
  func keep(except parts: [PartManifest]) throws(SystemFailure) {
    for part in parts {
      for entry in part.entries where entry.status == .ok {
        for name in KeptData(try part.file.bytes(entry.range), way: "").files.keys {
          output.forget(name)
        }
      }
    }
    unlisted.keep { _ in false }
  }
}
