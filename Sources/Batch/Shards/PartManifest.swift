import Bytes
import Library
import System

/// The manifest of one part, with the place of each entry in it.
struct PartManifest {
  struct Entry {
    let path: RawPath
    let status: OutcomeStatus
    let range: Range<Int>
  }

  let facts: PartFacts
  let generator: String
  /// The settings as they stand in the text.
  let settings: [UInt8]
  let format: ManifestFormat
  /// In the order of path bytes.
  let entries: [Entry]
  let place: RawPath
  let file: LastManifest
  /// The digest that stands at its end.
  let seal: ContentDigest
  /// The folder of its pictures.
  let output: RawPath

  /// Reads a manifest of that part, throwing where it is none or a signal comes.
  init(
    _ shard: Shard, at place: RawPath, output: RawPath, _ interruption: Interruption
  ) throws {
    let status = try Folder(at: place.isAbsolute ? "/" : ".").status(
      of: place, followingLinks: false)
    guard status.kind == .file else { throw MergeRefusal.unreadable(place.bytes) }
    let file = LastManifest(place, status.identity)
    let bytes = try file.wholeText { interruption.requested } ?? []
    let found = Self.read(bytes) { interruption.requested }
    try interruption.check()
    guard let read = found, read.facts.shard == shard, ManifestSeal.holds(for: bytes),
      let seal = ManifestSeal.digest(in: bytes), let settings = ManifestHead.settings(in: bytes)
    else { throw MergeRefusal.unreadable(place.bytes) }
    (facts, generator, entries) = read
    self.settings = settings
    format = ManifestFormat(start: Array(bytes.prefix(2)))
    self.seal = seal
    self.place = place
    self.file = file
    self.output = output
  }

  private static func read(
    _ bytes: [UInt8], isStopped: @escaping () -> Bool
  ) -> (facts: PartFacts, generator: String, entries: [Entry])? {
    do throws(JSONFailure) {
      var elements = try ManifestElements(bytes, isStopped: isStopped)
      var entries: [Entry] = []
      while let element = try elements.next() {
        guard let path = RawPath(json: element.value), RelativePath(path) != nil,
          let status = element.value["status"]?.string.flatMap(OutcomeStatus.init(rawValue:))
        else { return nil }
        if let last = entries.last, !(last.path < path) { return nil }
        entries.append(Entry(path: path, status: status, range: element.byteRange))
      }
      let head = JSONValue.object(elements.others)
      guard let facts = PartFacts(head["shard"]), let generator = head["generator"]?.string else {
        return nil
      }
      return (facts, generator, entries)
    } catch {
      return nil
    }
  }
}
