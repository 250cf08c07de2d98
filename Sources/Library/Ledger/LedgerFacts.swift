package import WavethumbBytes
package import WavethumbOptions
package import WavethumbSystem

/// The facts of the run that wrote a ledger.
///
/// Its settings and choices can change pictures, the page and the choice of recordings only. They contain no
/// path of a library or program: commands that read them take ffmpeg and fonts from their own command line.
package struct LedgerFacts: Sendable, Equatable {
  /// Raised whenever the layout of records or paths changes; the owned files are read nevertheless.
  static let recordsVersion: UInt32 = 3
  // Settings are far shorter. A bound, so that a hostile length is refused before anything is allocated.
  private static let maximumSettingsBytes = 1 << 20
  // A file of options has at most as many bytes.
  private static let maximumChoices = 1 << 20

  package var generator: String
  /// The settings as text of the manifest, without the path of a font.
  package var settings: [UInt8]
  /// The options of the run that are not in its settings, and that the next one repeats.
  package var choices: [RememberedChoice]
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
    choices: [RememberedChoice] = [],
    key: ContentDigest,
    manifest: ContentDigest?,
    manifestPath: RawPath,
    part: PartFacts? = nil
  ) {
    self.generator = generator
    self.settings = settings
    self.choices = choices
    self.key = key
    self.manifest = manifest
    self.manifestPath = manifestPath
    self.part = part
  }
}

extension LedgerFacts: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    let version: UInt32 = try coder.field(value.map { _ in Self.recordsVersion })
    try coder.require(version == Self.recordsVersion)
    generator = try coder.field(value?.generator)
    settings = Array(
      try coder.countedBytes(value?.settings[...], atMost: Self.maximumSettingsBytes)
    )
    let count: Int = try coder.count(value?.choices.count, in: 0...Self.maximumChoices)
    choices = []
    for index in 0..<count {
      let line = value?.choices[index].line[...]
      let bytes = try coder.countedBytes(line, atMost: Self.maximumSettingsBytes)
      choices.append(RememberedChoice(line: bytes))
    }
    key = try coder.field(value?.key)
    manifest = try coder.field(value?.manifest)
    let path = try coder.countedBytes(
      value?.manifestPath.bytes[...],
      atMost: 2 * RecordsLayout.maximumPathBytes
    )
    manifestPath = RawPath(bytes: Array(path))
    // Nothing follows in the ledger of a whole, which has the same bytes whether it was joined or not.
    part = try coder.last(value?.part)
  }
}

/// The facts of a part in its ledger, so that only parts of one set are joined.
package struct PartFacts: Sendable, Equatable {
  package var shard: Shard
  /// The digest of the absolute path of the library.
  // Not the path: a merge believes no path that a file names, and needs only to know whether two parts
  // are of one library.
  package var library: ContentDigest
  /// False if the scan of the part was stopped early.
  // In the ledger and not only in an exit status: a merge on another machine has nothing else.
  package var isComplete = true

  package init(_ shard: Shard, library: ContentDigest) {
    self.shard = shard
    self.library = library
  }
}

extension PartFacts: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    let number: Int = try coder.count(value?.shard.number, in: 1...Shard.maximumCount)
    let count: Int = try coder.count(value?.shard.count, in: 1...Shard.maximumCount)
    guard let shard = Shard(number, of: count) else { throw MalformedBytes() }
    self.shard = shard
    library = try coder.field(value?.library)
    isComplete = try coder.field(value?.isComplete)
  }
}

/// A part that a ledger of the whole has taken over, as a line of a run file: the digest of the part's
/// manifest, and the digest of the ledger.
///
/// The line is written before the ledger gets its name. While the files of the parts are deleted, it
/// says which of them a killed run has left, as they would count as a new set.
// Readers of owned lines skip it, as it has another number of fields. With the digest of the ledger it
// says nothing until that ledger is there, and nothing once another one is.
package struct MergedPart: Sendable, Hashable {
  package let manifest: ContentDigest
  package let ledger: ContentDigest

  package init(manifest: ContentDigest, ledger: ContentDigest) {
    self.manifest = manifest
    self.ledger = ledger
  }

  private static let mark = "joined"

  /// The line with its zero byte.
  package var bytes: [UInt8] { Array("\(Self.mark) \(manifest.hex) \(ledger.hex)\0".utf8) }

  /// Reads a line without its zero byte; nil if it is damaged, or another line.
  // Without a check of its own, unlike an owned line: a digest that is damaged is that of no part.
  package init?(_ line: ArraySlice<UInt8>) {
    let fields = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard fields.count == 3, fields[0].elementsEqual(Self.mark.utf8) else { return nil }
    let digests = fields.dropFirst().map { digits in
      ContentDigest(hex: String(decoding: digits, as: UTF8.self))
    }
    guard let manifest = digests[0], let ledger = digests[1] else { return nil }
    self.init(manifest: manifest, ledger: ledger)
  }
}
