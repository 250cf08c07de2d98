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

  /// What the bytes say, or nothing where they are no sound manifest or a signal came.
  package static func read(
    _ bytes: [UInt8], isStopped: @escaping () -> Bool = { false }
  ) -> Manifest? {
    var manifest = Manifest()
    do throws(JSONFailure) {
      var elements = try ManifestElements(bytes, isStopped: isStopped)
      while let element = try elements.next() {
        guard let record = record(element.value, element.byteRange) else { continue }
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

  private static func record(_ value: JSONValue, _ range: Range<Int>) -> RecordingRecord? {
    guard let path = RawPath(json: value),
      let status = value["status"]?.string.flatMap(OutcomeStatus.init(rawValue:))
    else { return nil }
    var record = RecordingRecord(path, source: nil)
    record.entry = .kept(range)
    record.digest = value["digest"]?.string.flatMap(ContentDigest.init(hex:))
    record.size = Int64(value["bytes"]?.int ?? -1)
    guard status == .ok else {
      record.result = .failure(.remembered(RememberedProblem(value["error"]) ?? .unknown(status)))
      record.placeholders = sizes(value)
      return record
    }
    var made = RecordingRecord.Made()
    // Pictures of other settings are never taken for those that are due.
    made.sizes = value["stale"]?.bool ?? false ? [] : sizes(value)
    made.isTruncated = value["truncated"]?.bool ?? false
    made.isSilent = value["silent"]?.bool ?? false
    made.markers = value["markersDigest"]?.string.flatMap { UInt64($0, radix: 16) } ?? 0
    if let cover = value["cover"] {
      made.cover = cover["key"]?.string.flatMap { UInt64($0, radix: 16) } ?? 0
      made.coverFault = cover["error"]?["code"]?.string.flatMap(CoverFault.init(code:))
    }
    record.result = .success(made)
    return record
  }

  private static func sizes(_ value: JSONValue) -> [UInt32] {
    let pictures = value["thumbnails"]?.array ?? []
    let files = pictures + (value["outputs"]?.array ?? value["data"].map { [$0] } ?? [])
    return files.map { UInt32(clamping: $0["bytes"]?.int ?? 0) }
  }
}
