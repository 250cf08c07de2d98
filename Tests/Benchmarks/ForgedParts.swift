import Glibc
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Writes the parts of a library of millions of recordings, which nobody could scan for a measurement.
///
/// All recordings are like the one of a part that was scanned, whose name is eight zeros: they have its
/// entry and its record under names of eight digits.
struct ForgedParts {
  private static let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: 8)

  private let cache: SummaryCache
  private let path: RawPath
  private let facts: LedgerFacts
  private let part: PartFacts
  /// The name of the recording, which its ending follows.
  private let ending: [UInt8]
  private let record: PackedRecord
  private let sizes: [UInt32]
  private let settings: [UInt8]
  private let entry: [UInt8]
  /// Where the name is in the entry.
  private let names: [Int]

  /// Reads the only part of an output with one recording; both paths are absolute.
  init(likeThatIn output: RawPath, cache: RawPath) throws {
    let folder = try Folder(at: output)
    let manifest: RawPath = "manifest.1-of-1.json"
    guard let shard = Shard(1, of: 1),
      let ledger = try LedgerFile.open(
        LedgerName(manifest: "manifest.json", part: shard).ledger,
        in: folder
      ),
      let facts = try ledger.facts(), let part = facts.part,
      let stored = try StoredRecords(ledger), stored.count == 1
    else { throw SystemFailure(.read, errno: EINVAL, at: output) }
    var reader = LedgerReader(stored)
    _ = try reader.next()

    // The entry is copied byte by byte, with another name wherever its name is: what a merge reads is what a
    // scan wrote.
    let path = output.appending(manifest)
    let status = try folder.status(of: manifest)
    let text = ManifestText(path, status.identity)
    let head = try text.bytes(0..<reader.record.entry.lowerBound)
    guard let settings = ManifestHead.settings(in: head), reader.path.starts(with: Self.zeros)
    else { throw SystemFailure(.read, errno: EINVAL, at: path) }
    let entry = try text.bytes(reader.record.entry)
    names = entry.indices.filter { entry[$0...].starts(with: Self.zeros) }

    self.cache = SummaryCache(try CacheFolder(at: cache))
    self.path = output
    self.facts = facts
    self.part = part
    self.settings = settings
    self.entry = entry
    ending = Array(reader.path.dropFirst(Self.zeros.count))
    record = reader.record
    sizes = reader.sizes
  }

  /// Writes the parts of this many recordings, each by the hash of its path, and what a scan saw.
  func write(_ count: Int, in partCount: Int) throws {
    for number in 1...partCount {
      guard let shard = Shard(number, of: partCount) else { continue }
      try write(shard, of: count)
    }
  }

  private func write(_ shard: Shard, of count: Int) throws {
    let output = try Folder(at: self.path)
    let spools = try SpoolFolder(output)
    let name = LedgerName(manifest: "manifest.json", part: shard).ledger
    let key = Sightings.Key(library: part.library, output: self.path, ledger: name)
    // Computed anew whenever they are walked: millions of paths would be gigabytes.
    let owned = (0..<count).lazy.map(path(of:)).filter(shard.owns)
    let counts = ManifestCounts(ok: owned.count { _ in true })
    let head = ManifestHead(settings: settings, counts: counts).text(in: .json)
    var manifest = try ManifestFile(
      head: head,
      format: .json,
      as: PartFiles.manifest(of: shard, beside: "manifest.json"),
      in: output,
      last: nil
    )
    var builder = LedgerRecordsBuilder(in: spools)
    var sightings = SightingsBuilder(key, in: spools)
    var record = record
    // Of no file: the merge that is measured opens no recording.
    record.setIdentity(
      FileIdentity(device: 1, inode: 2, size: record.size, modified: 3, changed: 4)
    )
    let tables = RecordTables(devices: [1])
    for recording in owned {
      let range = try manifest.append(.text(text(for: recording)))
      let path = RawPath(bytes: recording)
      builder.append(record, sizes: sizes[...], problem: nil, path: path, at: range)
      sightings.append(record.sighting(path, from: tables, in: &sightings))
    }

    var facts = facts
    facts.manifest = try manifest.commit()
    facts.part = PartFacts(shard, .path, library: part.library, listing: nil)
    let built = builder.sections()
    let sections: [LedgerLayout.Section: BytePieces] = [
      .facts: BytePieces(facts.encoded()), .records: built.records, .paths: built.paths,
    ]
    let ledger = try LedgerFile.head(sections)
    try LedgerFile.write(sections, ledger, as: name, in: output)
    let seen = Sightings.Facts(ledger: ledger.seal, manifest: nil, hasNoLeftovers: false)
    try cache.keep(sightings.encoded(seen), of: key)
  }

  private func path(of number: Int) -> [UInt8] {
    let digits = Array(String(number).utf8)
    return Self.zeros.dropLast(digits.count) + digits + ending
  }

  /// Returns the entry of a recording.
  private func text(for recording: [UInt8]) -> [UInt8] {
    var text = entry
    for start in names {
      text.replaceSubrange(start..<start + Self.zeros.count, with: recording[..<Self.zeros.count])
    }
    return text
  }
}
