import Outputs
import WavethumbBytes
package import WavethumbSystem

/// The manifest up to its first recording.
package struct ManifestHead {
  /// The settings as text of the manifest.
  package let settings: [UInt8]
  package let counts: ManifestCounts

  package init(settings: [UInt8], counts: ManifestCounts) {
    self.settings = settings
    self.counts = counts
  }

  /// Returns whether a text is only the beginning of a manifest, without anything of its own, or
  /// zeros.
  // What a power failure leaves of a new file: its first blocks, or only its size.
  package static func isRemnant(
    size: Int,
    _ bytes: (Range<Int>) throws(SystemFailure) -> [UInt8]
  ) throws(SystemFailure) -> Bool {
    try Remnant.isOne(size: size, of: beginning, bytes)
  }

  /// The beginning of every manifest, before any user data.
  private static let beginning = Array(
    "{\"version\":\(version),\"generator\":\"\(Generator.program) ".utf8
  )
  private static let version = 2

  package static func settings(in bytes: [UInt8]) -> [UInt8]? {
    member("settings", before: "counts", in: bytes)
  }

  /// Returns the text between the names of two members, which JSON strings cannot contain unescaped.
  // A head that is damaged elsewhere can still be read so, where a parser would refuse all of it.
  private static func member(_ name: String, before next: String, in bytes: [UInt8]) -> [UInt8]? {
    let head = bytes.prefix(maximumBytes)
    let nameText = Array(",\"\(name)\":".utf8)
    let nextText = Array(",\"\(next)\":".utf8)
    guard let start = head.firstRange(of: nameText),
      let end = head[start.upperBound...].firstRange(of: nextText)
    else { return nil }
    return Array(head[start.upperBound..<end.lowerBound])
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
