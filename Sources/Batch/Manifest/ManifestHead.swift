import Raster
import Thumbnails
import Waveform

/// How many recordings ended how.
struct ManifestCounts: Equatable {
  var ok = 0
  var failed = 0
  var unsupported = 0

  var files: Int { ok + failed + unsupported }

  mutating func count(_ status: OutcomeStatus) {
    switch status {
    case .ok: ok += 1
    case .failed: failed += 1
    case .unsupported: unsupported += 1
    }
  }
}

/// The manifest up to its first recording.
struct ManifestHead {
  let settings: ScanSettings
  let counts: ManifestCounts

  func text() -> [UInt8] {
    var json = JSONWriter(style: .pretty)
    json.object { json in
      json.field("version", 1)
      json.field("generator", Generator.name)
      json.key("settings")
      json.raw(settings.text)
      json.key("counts")
      json.object { json in
        json.field("files", counts.files)
        json.field("ok", counts.ok)
        json.field("failed", counts.failed)
        json.field("unsupported", counts.unsupported)
      }
      json.key("files")
      json.array([Never]()) { _, _ in }
    }
    // The array is closed behind the last recording.
    return json.takeBytes().dropLast("]\n}".utf8.count)
  }
}
