import Bytes
import System

/// Reads a manifest that an earlier run has written, for what it says of each recording.
enum ManifestReader {
  struct Recording {
    var path: RawPath
    var past: PastRecording
  }

  struct Manifest {
    /// The settings as they stand in the text.
    var settings: JSONValue?
    var generator: String?
    var recordings: [RawPath: PastRecording] = [:]
  }

  /// What the bytes say, or nothing where they are no sound manifest or a signal came.
  static func read(
    _ bytes: [UInt8], isStopped: @escaping () -> Bool = { false }
  ) -> Manifest? {
    var manifest = Manifest()
    do throws(JSONFailure) {
      var elements = try JSONElements(of: "files", in: bytes, isStopped: isStopped)
      while let element = try elements.next() {
        guard let recording = recording(element.value, element.byteRange) else { continue }
        manifest.recordings[recording.path] = recording.past
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

  private static func recording(_ value: JSONValue, _ range: Range<Int>) -> Recording? {
    guard let path = path(value),
      let status = value["status"]?.string.flatMap(OutcomeStatus.init(rawValue:))
    else { return nil }
    let problem = RememberedProblem(value["error"])
    var past = PastRecording(
      bytes: Int64(value["bytes"]?.int ?? -1),
      digest: value["digest"]?.string.flatMap(ContentDigest.init(hex:)), status: status,
      isSettled: problem?.isContentFault ?? (status == .ok), isLimited: problem?.limit != nil,
      isTruncated: value["truncated"]?.bool ?? false, isSilent: value["silent"]?.bool ?? false,
      entry: range, sizes: sizes(value))
    past.markers = value["markersDigest"]?.string.flatMap { UInt64($0, radix: 16) } ?? 0
    return Recording(path: path, past: past)
  }

  private static func path(_ value: JSONValue) -> RawPath? {
    if let exact = value["pathBase64"]?.string {
      return Base64.bytes(of: exact).map(RawPath.init(bytes:))
    }
    return value["path"]?.string.map { RawPath($0) }
  }

  private static func sizes(_ value: JSONValue) -> [UInt32] {
    let pictures = value["thumbnails"]?.array ?? []
    let files = pictures + (value["data"].map { [$0] } ?? [])
    return files.map { UInt32(clamping: $0["bytes"]?.int ?? 0) }
  }
}
