import Bytes
import Library
import System

/// What of a record is still needed once it is told and its entry is stored: what the memory of the
/// run and the names of its files are made from.
struct PackedRecord: Sendable {
  private struct Note: OptionSet {
    let rawValue: UInt8

    static let truncated = Note(rawValue: 1)
    static let silent = Note(rawValue: 2)
    static let young = Note(rawValue: 4)
    static let digest = Note(rawValue: 8)
    static let identity = Note(rawValue: 16)
    static let kept = Note(rawValue: 32)
  }

  private let identity: FileIdentity
  private let digest: ContentDigest
  private let markers: UInt64
  private let cover: UInt64
  private let entryStart: Int
  private let entryLength: UInt32
  private let firstSize: UInt32
  private let sizeCount: UInt16
  private let status: OutcomeStatus
  private let coverFault: CoverFault?
  private var notes: Note = []

  /// Packs a record, whose entry is stored with those of all others, as are its sizes.
  init(_ record: RecordingRecord, _ entries: EntryStore, _ sizes: inout [UInt32]) {
    let entry: Range<Int>
    switch record.entry {
    case .kept(let range):
      entry = range
      notes.insert(.kept)
    case .stored(let range): entry = range
    case .text(let text): entry = entries.append(text)
    }
    identity =
      record.identity ?? FileIdentity(device: 0, inode: 0, size: 0, modified: 0, changed: 0)
    digest = record.digest ?? ContentDigest(high: 0, low: 0)
    (markers, cover) = (record.made?.markers ?? 0, record.made?.cover ?? 0)
    (entryStart, entryLength) = (entry.lowerBound, UInt32(clamping: entry.count))
    let written = record.made?.sizes ?? record.placeholders
    (firstSize, sizeCount) = (UInt32(clamping: sizes.count), UInt16(clamping: written.count))
    sizes += written
    (status, coverFault) = (record.status, record.made?.coverFault)
    if record.made?.isTruncated ?? false { notes.insert(.truncated) }
    if record.made?.isSilent ?? false { notes.insert(.silent) }
    if record.isYoung { notes.insert(.young) }
    if record.digest != nil { notes.insert(.digest) }
    if record.identity != nil { notes.insert(.identity) }
  }

  var entry: RecordingRecord.Entry {
    let range = entryStart..<(entryStart + Int(entryLength))
    return notes.contains(.kept) ? .kept(range) : .stored(range)
  }

  /// Notes whether a file was written so lately that its times do not tell of the next change,
  /// whatever an earlier run has noted.
  mutating func judgeAge(since start: Int64, until now: Int64) {
    notes.remove(.young)
    if !notes.contains(.identity) || identity.isYoung(since: start, until: now) {
      notes.insert(.young)
    }
  }

  /// The record, except for the reason of a failure, which stands in its entry.
  func record(at path: RawPath, _ sizes: [UInt32]) -> RecordingRecord {
    var record = RecordingRecord(path, source: nil)
    let written = Array(sizes[Int(firstSize)..<(Int(firstSize) + Int(sizeCount))])
    if status == .ok {
      var made = RecordingRecord.Made()
      made.sizes = written
      made.isTruncated = notes.contains(.truncated)
      made.isSilent = notes.contains(.silent)
      (made.markers, made.cover, made.coverFault) = (markers, cover, coverFault)
      record.result = .success(made)
    } else {
      record.result = .failure(.remembered(.unknown(status)))
      record.placeholders = written
    }
    if notes.contains(.identity) { record.identity = identity }
    if notes.contains(.digest) { record.digest = digest }
    record.isYoung = notes.contains(.young)
    record.entry = entry
    return record
  }
}
