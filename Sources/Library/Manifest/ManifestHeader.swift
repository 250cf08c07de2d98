import Outputs
import WavethumbBytes
package import WavethumbOptions
package import WavethumbSystem

/// The manifest up to its first recording.
package struct ManifestHeader {
  /// The settings as text of the manifest.
  package let settings: [UInt8]
  package let counts: ManifestCounts

  package init(settings: [UInt8], counts: ManifestCounts) {
    self.settings = settings
    self.counts = counts
  }

  private static let version = 2

  package static func settings(in bytes: [UInt8]) -> [UInt8]? {
    member("settings", before: "counts", in: bytes)
  }

  /// Returns the number of entries; nil if the header is damaged.
  static func fileCount(in bytes: [UInt8]) -> Int? {
    member("counts", before: "files", in: bytes).flatMap { text in
      JSONValue.reading(text)?["files"]?.int
    }
  }

  /// Returns the text between the names of two members, which JSON strings cannot contain unescaped.
  // A header that is damaged elsewhere can still be read so, where a parser would refuse all of it.
  private static func member(_ name: String, before next: String, in bytes: [UInt8]) -> [UInt8]? {
    let header = bytes.prefix(maximumBytes)
    let nameText = Array(",\"\(name)\":".utf8)
    let nextText = Array(",\"\(next)\":".utf8)
    guard let start = header.firstRange(of: nameText),
      let end = header[start.upperBound...].firstRange(of: nextText)
    else { return nil }
    return Array(header[start.upperBound..<end.lowerBound])
  }

  // Settings are a few kilobytes. A bound for files that only look like a manifest.
  package static let maximumBytes = 1 << 20

  package var text: [UInt8] {
    var json = JSONWriter(.compact)
    json.object { json in
      json.member("version", Self.version)
      json.member("generator", Generator.name)
      json.name("settings")
      json.raw(settings)
      json.member("counts") { json in
        json.member("files", counts.files)
        json.member("ok", counts.ok)
        json.member("failed", counts.failed)
        json.member("unsupported", counts.unsupported)
        if counts.pending > 0 {
          json.member("pending", counts.pending)
        }
      }
      json.member("files", array: [Never]()) { _, _ in }
    }
    // The array is closed after the last recording, by `ManifestLayout.closing`.
    return json.take().dropLast("]}".utf8.count)
  }
}

/// What separates the entries of a manifest: each has a line of its own, and so has each album.
// Lines, so that a change in the library changes few of them, and since a raw line break is in no string
// of JSON: what lies between two of them is one whole entry.
package enum ManifestLayout {
  /// Returns the bytes before an entry.
  package static func separator(isFirst: Bool) -> [UInt8] {
    let text = isFirst ? "\n" : ",\n"
    return Array(text.utf8)
  }

  /// Returns the text between the last entry and the next member.
  package static func closing(isEmpty: Bool) -> [UInt8] {
    let text = isEmpty ? "],\n" : "\n],\n"
    return Array(text.utf8)
  }

  /// How each entry begins.
  static let entryStart = Array("{\"path\":\"".utf8)

  /// Returns whether a range of a manifest, with the byte before it, is a whole entry: one line, less the
  /// comma at its end.
  static func isEntry(_ line: ArraySlice<UInt8>, after before: UInt8?) -> Bool {
    before == UInt8(ascii: "\n") && line.first == UInt8(ascii: "{")
      && line.last == UInt8(ascii: "}") && !line.contains(UInt8(ascii: "\n"))
  }
}

/// The number of recordings by result.
// In the header of the manifest, before any entry: a reader of a million entries sees them at once.
package struct ManifestCounts: Equatable {
  package var ok = 0
  package var failed = 0
  package var unsupported = 0

  /// Not reached, because the run was stopped.
  package var pending = 0

  package init(ok: Int = 0, failed: Int = 0, unsupported: Int = 0, pending: Int = 0) {
    self.ok = ok
    self.failed = failed
    self.unsupported = unsupported
    self.pending = pending
  }

  // A sum and not one more count, which could differ from the others.
  package var files: Int { ok + failed + unsupported + pending }

  package mutating func count(_ status: OutcomeStatus) {
    switch status {
    case .ok: ok += 1
    case .failed: failed += 1
    case .unsupported: unsupported += 1
    }
  }

  package mutating func add(_ others: ManifestCounts) {
    ok += others.ok
    failed += others.failed
    unsupported += others.unsupported
    pending += others.pending
  }
}

/// Why a manifest cannot be read to its end.
package enum ManifestFault: Error {
  /// The text is truncated, or not a manifest.
  case broken
  case unreadable(SystemFailure)
  /// A signal arrived.
  case stopped
}
