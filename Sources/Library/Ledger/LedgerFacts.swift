package import WavethumbBytes
import WavethumbOptions
package import WavethumbSystem

/// The facts of the run that wrote a ledger.
///
/// Its settings can change pictures only. They contain no path of a library or program: commands
/// that read them take ffmpeg and fonts from their own command line.
package struct LedgerFacts: Sendable, Equatable {
  /// Raised whenever the layout of records or paths changes; the owned files are read nevertheless.
  static let recordsVersion: UInt32 = 2
  // Settings are far shorter. A bound, so that a hostile length is refused before anything is allocated.
  private static let maximumSettingsBytes = 1 << 20

  package var generator: String
  /// The settings as text of the manifest, without the path of a font.
  package var settings: [UInt8]
  /// The key of pictures.
  package var key: ContentDigest
  /// The digest that the manifest of the same run has at its end; nil if there is none.
  package var manifest: ContentDigest?
  /// The path from the output to the manifest of the whole, which is only named to users.
  package var manifestPath: RawPath
  /// The facts of the part that the run scanned; nil for the whole.
  package var part: PartFacts?

  package init(
    generator: String,
    settings: [UInt8],
    key: ContentDigest,
    manifest: ContentDigest?,
    manifestPath: RawPath,
    part: PartFacts? = nil
  ) {
    self.generator = generator
    self.settings = settings
    self.key = key
    self.manifest = manifest
    self.manifestPath = manifestPath
    self.part = part
  }
}

extension LedgerFacts: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(all: Self.recordsVersion, generator)
    writer.append(counted: settings)
    writer.append(all: key, manifest)
    writer.append(counted: manifestPath.bytes)
    // Nothing follows in the ledger of a whole, which has the same bytes whether it was joined or not.
    part?.append(to: &writer)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    guard try reader.integer(UInt32.self) == Self.recordsVersion else { throw MalformedBytes() }
    generator = try reader.text()
    settings = Array(try reader.countedBytes(atMost: Self.maximumSettingsBytes))
    key = try reader.read()
    manifest = try reader.read()
    manifestPath = RawPath(
      bytes: Array(try reader.countedBytes(atMost: 2 * RecordsLayout.maximumPathBytes))
    )
    if reader.left > 0 {
      part = try PartFacts(from: &reader)
    }
  }
}
