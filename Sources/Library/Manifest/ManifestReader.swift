package import Bytes
package import System

/// Reads a manifest that an earlier run has written, for what it says of each recording.
package enum ManifestReader {
  package struct Manifest {
    /// The settings as they stand in the text.
    package var settings: JSONValue?
    package var generator: String?
    package var recordings: [RawPath: RecordingRecord] = [:]
  }

  /// Reads all of a manifest, from which `way` leads to the output; nil if it is damaged or a signal
  /// came.
  package static func read(
    _ bytes: [UInt8], way: RawPath = "", isStopped: @escaping () -> Bool = { false }
  ) -> Manifest? {
    var manifest = Manifest()
    do throws(JSONFailure) {
      var elements = try ManifestElements(bytes, isStopped: isStopped)
      while let element = try elements.next() {
        guard let entry = ManifestEntry(element.value, way: way), entry.status != nil else {
          continue
        }
        var record = RecordingRecord(entry)
        record.entry = .kept(element.byteRange)
        manifest.recordings[record.path] = record
      }
      for member in elements.others {
        if member.name == "settings" { manifest.settings = member.value }
        if member.name == "generator" { manifest.generator = member.value.string }
      }
    } catch {
      return nil
    }
    return manifest
  }
}

extension RecordingRecord {
  /// A recording as an entry lists it.
  package init(_ entry: ManifestEntry) {
    self.init(entry.path, source: nil)
    (digest, size) = (entry.digest, Int64(entry.bytes ?? -1))
    let pictures = entry.pictures.map { UInt32(clamping: $0.file.bytes) }
    guard let facts = entry.made else {
      result = .failure(.remembered(entry.problem ?? .unknown(.failed)))
      placeholders = pictures
      return
    }
    var made = Made()
    // Pictures of other settings do not count, and entries of earlier releases are made anew.
    if !entry.isStale, !facts.levels.isEmpty {
      made.sizes = pictures + facts.dataFiles.map { UInt32(clamping: $0.file?.bytes ?? 0) }
    }
    (made.isTruncated, made.isSilent) = (facts.damage.truncated, facts.isSilent)
    made.markers = facts.markersDigest
    (made.cover, made.coverFault) = (facts.cover?.key ?? 0, facts.cover?.fault)
    result = .success(made)
  }
}
