import Codecs
import Decoding
import Outputs
import TestSupport
import Testing
import Thumbnails
import Waveform
import WavethumbBytes
import WavethumbSystem

@testable import WavethumbLibrary

/// Anyone may have written the files that a run reads back: no number in them may end the program.
@Suite struct `Hostile numbers in files of earlier runs` {
  // The ends of signed and unsigned integers of 32 and 64 bits, and doubles that no integer holds.
  static let numbers: [UInt64] = [
    0,
    .max,
    (1 << 31) - 1,
    1 << 31,
    (1 << 63) - 1,
    1 << 63,
    Double(1e300).bitPattern,
    Double.infinity.bitPattern,
  ]

  /// Returns the bytes with a number written over them at an offset, as far as it fits.
  // At each offset, and not only where a field begins: so a field also gets parts of a number.
  private func bytes(_ bytes: [UInt8], with number: UInt64, at offset: Int) -> [UInt8] {
    var changed = bytes
    for index in 0..<min(8, bytes.count - offset) {
      changed[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(index)))
    }
    return changed
  }

  private let key = Sightings.Key(
    library: ContentDigest(high: 8, low: 9),
    output: "/out",
    ledger: "ledger"
  )

  /// What a run has stored of forty recordings.
  private struct StoredRun {
    let records: [UInt8]
    let paths: [UInt8]
    let sightings: [UInt8]
    let digest = ContentDigest(high: 1, low: 2)
  }

  private func storedRun() throws -> StoredRun {
    var tables = RecordTables()
    var builder = LedgerRecordsBuilder()
    var seen = SightingsBuilder(key)
    for number in 0..<40 {
      var record = PackedRecord()
      record.setIdentity(
        FileIdentity(device: 7, inode: 8, size: 9, modified: 10, changed: Int64(number))
      )
      record.device = tables.number(ofDevice: 7)
      tables.setSizes([1, 2], of: &record)
      if number % 3 == 0 {
        let problem = ManifestProblem(.decoding(.audio(.corrupt(detail: "frame \(number)"))))
        record.problem = tables.number(of: problem)
      }
      let path = RawPath("folder/\(100 + number).wav")
      builder.append(record, from: tables, path, at: number..<number + 1)
      let sighting = record.sighting(path, from: tables, in: &seen)
      seen.append(sighting)
    }
    let sections = builder.sections()
    let facts = Sightings.Facts(
      ledger: ContentDigest(high: 1, low: 2),
      manifest: nil,
      hasNoLeftovers: true
    )
    return StoredRun(
      records: sections.records.bytes(),
      paths: sections.paths.bytes(),
      sightings: seen.encoded(facts).bytes()
    )
  }

  @Test func `no number in records or paths ends the program`() throws {
    let stored = try storedRun()
    let sightings = try #require(Sightings(stored.sightings))
    var readCount = 0
    for number in Self.numbers {
      for offset in stored.records.indices {
        let forged = LedgerRecords(
          records: bytes(stored.records, with: number, at: offset),
          paths: stored.paths,
          digest: stored.digest,
          sightings: sightings
        )
        if let forged {
          readCount += 1
          try use(forged)
        }
      }
      for offset in stored.paths.indices {
        let forged = LedgerRecords(
          records: stored.records,
          paths: bytes(stored.paths, with: number, at: offset),
          digest: nil,
          sightings: sightings
        )
        if let forged {
          readCount += 1
          try use(forged)
        }
      }
    }
    // Most changes are in fields that may have any value. Without this, a reader that refuses all
    // would pass.
    #expect(readCount > 10_000)
  }

  @Test func `no number in sightings ends the program`() throws {
    let stored = try storedRun()
    // Mark, checksum, and what it is a checksum of.
    let checksumOffset = Sightings.mark.count
    let contentOffset = checksumOffset + 8
    var readCount = 0
    for number in Self.numbers {
      for offset in contentOffset..<stored.sightings.count {
        var forged = bytes(stored.sightings, with: number, at: offset)
        // With a checksum that holds, as anyone can write it.
        var checksum: [UInt8] = []
        checksum.append(number: ContentDigest(of: Array(forged[contentOffset...])).low)
        forged.replaceSubrange(checksumOffset..<contentOffset, with: checksum)

        guard let sightings = Sightings(forged) else { continue }
        readCount += 1
        let records = LedgerRecords(
          records: stored.records,
          paths: stored.paths,
          digest: stored.digest,
          sightings: sightings
        )
        if let records {
          try use(records)
        }
      }
    }
    #expect(readCount > 10_000)
  }

  /// Does with records what a run does.
  private func use(_ index: LedgerRecords) throws {
    var tables = RecordTables()
    var builder = LedgerRecordsBuilder()
    var seen = SightingsBuilder(key)
    let now = FileIdentity(device: 1, inode: 2, size: 3, modified: 4, changed: 5)
    index.forEach { path, record in
      var record = record
      _ = record.isOfSameFile(now, ignoringInode: false)
      record.markRacy(since: .max, until: .min)
      _ = index.tables.sizes(of: record)
      _ = index.tables.problem(record.problem)
      _ = record.entry
      _ = record.coverFault
      _ = record.status
      _ = record.digest
      let adopted = tables.adopt(record, from: index.tables)
      _ = tables.sizes(of: adopted)
      builder.append(record, from: index.tables, path, at: record.entry)
      let sighting = record.sighting(path, from: index.tables, in: &seen)
      seen.append(sighting)
      return true
    }
    for number in 0..<min(index.count, 3) {
      _ = index.index(of: index.path(number))
    }
    var walk = LedgerWalk(index)
    _ = walk.find("folder/110.wav")
    walk.finish()
    let sections = builder.sections()
    _ = LedgerRecords(
      records: sections.records.bytes(),
      paths: sections.paths.bytes(),
      digest: nil
    )
  }

  /// A second of two channels, with everything that can be measured of it.
  private func measured() -> DecodedRecording {
    var meter = WaveformMeter(
      channels: 2,
      sampleRate: 8000,
      length: .known(frames: 8000),
      format: SampleFormat(.int16, bigEndian: false),
      measures: Measures(
        SpectrogramMeasure(columns: 20),
        SpectrumMeasure(),
        LanesMeasure()
      )
    )
    let samples = (0..<16_000).map { Int16($0 % 80 * 300) }
    unsafe meter.add(samples.span.bytes)
    let facts = AudioFacts(
      formatName: "WAV",
      sampleRate: 8000,
      channels: 2,
      declaredFrames: 8000
    )
    return DecodedRecording(
      facts: facts,
      measurement: meter.finish(truncated: true)
    )
  }

  @Test func `no number in a cached measurement ends the program`() throws {
    let whole = measured().encoded()
    var readCount = 0
    // All of the first and last 400 bytes, which are facts and results, and a sample of those
    // between: levels of buckets, bytes without an arithmetic of their own.
    let offsets = whole.indices.filter { offset in
      offset < 400 || offset + 400 > whole.count || offset % 211 == 0
    }
    for offset in offsets {
      for number in Self.numbers {
        let forged = bytes(whole, with: number, at: offset)
        guard let recording = DecodedRecording(encoded: forged) else { continue }
        readCount += 1
        // What a scan makes of it: an entry, heights and a text.
        let made = ManifestEntry.Facts(recording, bytes: .max, range: nil)
        let entry = ManifestEntry(path: "a.wav", bytes: .max, content: .decoded(made))
        #expect(ManifestEntry(entry.text()) != nil)
        _ = recording.measurement.mix.levels(WaveformScaling())
        _ = recording.alternativeText(of: "a.wav", styles: ["bars"], range: nil, playhead: 0.5)
      }
    }

    // Without this, a reader that refuses all would pass here too.
    #expect(readCount > 100)
  }

  @Test func `no number in a list of written files ends the program`() throws {
    let path = try #require(RelativePath("a.wav.dat"))
    let digest = String(repeating: "0", count: 32)
    // Up to the largest integer of 64 bits, the next one, and negative ones.
    let sizes: [(text: String, isValid: Bool)] = [
      ("0", true),
      ("2147483648", true),
      ("9223372036854775807", true),
      ("9223372036854775808", false),
      ("-1", false),
      ("-9223372036854775808", false),
    ]
    for (size, isValid) in sizes {
      let start = Array("\(digest) \(size) ".utf8)
      // With a check that holds, as anyone can compute it.
      let check = Hexadecimal.digits(StableHash.of(start + path.path.bytes))
      let line = start + check + Array(" a.wav.dat".utf8) + [0]
      var files = OwnedFiles()
      files.add(lines: line)
      files.add(section: line, isWhole: true)
      let readSizes = files.versions(of: path).map { String($0.bytes) }
      let expected = isValid ? [size] : []
      #expect(readSizes == expected)
    }
  }
}
