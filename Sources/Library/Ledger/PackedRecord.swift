package import WavethumbBytes
package import WavethumbOptions
package import WavethumbSystem

/// The compact record of a recording: what the ledger says of it, and what the last run saw.
///
/// Sizes of files, devices and problems are numbers in a table that many records share.
// Without optionals and references, and the wide fields first: so it takes 96 bytes, and a million
// recordings take 96 MB while a run works. Zero and negative numbers say that nothing is known.
package struct PackedRecord: Sendable, Equatable {
  /// The flags of a recording.
  // In ledgers, so that each bit keeps its meaning: a change raises `LedgerFacts.recordsVersion`.
  package struct Notes: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The file was opened, so that size, times and inode are known.
    package static let identity = Notes(rawValue: 1)
    package static let digest = Notes(rawValue: 2)
    /// The file was written too recently for its times to reveal the next change.
    package static let racy = Notes(rawValue: 4)
    /// The entry is in the last manifest, and not among the new ones of the run.
    package static let kept = Notes(rawValue: 8)
    package static let unsupported = Notes(rawValue: 16)
    package static let truncated = Notes(rawValue: 32)
    package static let gaps = Notes(rawValue: 64)
    package static let silent = Notes(rawValue: 128)
    package static let dataFiles = Notes(rawValue: 256)
    /// Some data formats cannot hold the recording.
    package static let lacksData = Notes(rawValue: 512)
    /// The run was stopped before it reached the recording.
    package static let pending = Notes(rawValue: 1024)

    /// The notes that a ledger omits, because they depend on the machine or on the running scan.
    static let unlisted: Notes = [.identity, .racy, .kept, .pending]
  }

  // In the upper four bits of the notes, which have no other use.
  private static let coverFaultShift: UInt16 = 12
  /// The number of a problem that did not fit in the table; the manifest entry has it.
  package static let unlistedProblem = UInt32.max

  package var inode: UInt64 = 0
  /// The size of the file; negative if unknown.
  package var size: Int64 = -1
  package var modified: Int64 = 0
  package var changed: Int64 = 0
  private var storedDigest = ContentDigest(high: 0, low: 0)
  /// Identifies the marker file next to the recording; 0 if there is none.
  package var markers: UInt64 = 0
  /// Identifies the art in the folder of the recording, if covers were requested.
  package var cover: UInt64 = 0
  private var entryStart: Int64 = 0
  private var entryLength: UInt32 = 0
  package var firstSize: UInt32 = 0
  /// The number of the problem; 0 if the recording has pictures.
  package var problem: UInt32 = 0
  package var sizeCount: UInt16 = 0
  package var device: UInt16 = 0
  package var folderDevice: UInt16 = 0
  package var notes: Notes = []

  package init() {}

  package var digest: ContentDigest? {
    get { notes.contains(.digest) ? storedDigest : nil }
    set {
      storedDigest = newValue ?? ContentDigest(high: 0, low: 0)
      if newValue == nil {
        notes.remove(.digest)
      } else {
        notes.insert(.digest)
      }
    }
  }

  /// Where the entry is in the manifest, or among the new entries of the run.
  package var entry: Range<Int> {
    get {
      // A ledger may have any number there, and a range that overflows ends the process.
      let start = max(0, min(Int(entryStart), Int.max >> 1))
      return start..<start + Int(entryLength)
    }
    set {
      entryStart = Int64(newValue.lowerBound)
      entryLength = UInt32(clamping: newValue.count)
    }
  }

  /// The reason why some or all pictures lack the requested art.
  package var coverFault: CoverFault? {
    get { CoverFault(rawValue: UInt8(notes.rawValue >> Self.coverFaultShift)) }
    set {
      let others = notes.rawValue & (1 << Self.coverFaultShift - 1)
      notes = Notes(rawValue: others | UInt16(newValue?.rawValue ?? 0) << Self.coverFaultShift)
    }
  }

  package var isDecoded: Bool { problem == 0 }

  package var status: OutcomeStatus {
    if isDecoded { return .ok }
    return notes.contains(.unsupported) ? .unsupported : .failed
  }

  /// Whether a report lists the recording even if it is unchanged.
  package var isRemarkable: Bool {
    !isDecoded || !notes.isDisjoint(with: [.truncated, .gaps, .lacksData])
  }

  /// Sets the sizes of the files of the recording, which begin at a number of a table.
  mutating func setSizes(_ sizes: ArraySlice<UInt32>, from first: Int) {
    firstSize = UInt32(clamping: first)
    sizeCount = UInt16(clamping: sizes.count)
    if sizes.contains(RecordTables.sizeOfNoFile) {
      notes.insert(.lacksData)
    }
  }

  package mutating func setIdentity(_ identity: FileIdentity) {
    inode = identity.inode
    size = identity.size
    modified = identity.modified
    changed = identity.changed
    notes.insert(.identity)
  }

  /// Size, times and inode; nil if the file was not opened.
  package var identity: FileIdentity? {
    guard notes.contains(.identity) else { return nil }
    return FileIdentity(device: 0, inode: inode, size: size, modified: modified, changed: changed)
  }

  /// Returns whether the file is certainly unchanged since it was recorded.
  package func isOfSameFile(_ now: FileIdentity, ignoringInode: Bool) -> Bool {
    guard let identity, !notes.contains(.racy) else { return false }
    return identity.matches(now, ignoringInode: ignoringInode)
  }

  /// Records whether the file was written too recently for its times to reveal the next change.
  package mutating func markRacy(since start: Int64, until now: Int64) {
    if identity?.isRacy(since: start, until: now) ?? true {
      notes.insert(.racy)
    } else {
      notes.remove(.racy)
    }
  }

  /// The length in bytes of a record in a ledger.
  static let length = 64

  /// Appends the fields that are the same wherever the library is, in the order in which
  /// `init(_:at:)` reads them.
  func append(to bytes: inout [UInt8]) {
    for number in [storedDigest.high, storedDigest.low] {
      bytes.append(number: number)
    }
    bytes.append(number: size)
    for number in [markers, cover] {
      bytes.append(number: number)
    }
    bytes.append(number: entryStart)
    for number in [entryLength, firstSize, problem] {
      bytes.append(number: number)
    }
    for number in [sizeCount, notes.subtracting(.unlisted).rawValue] {
      bytes.append(number: number)
    }
  }

  /// Reads the fields at `start`; there must be enough bytes.
  init(_ bytes: [UInt8], at start: Int) {
    storedDigest = ContentDigest(high: bytes.number(at: start), low: bytes.number(at: start + 8))
    size = bytes.number(at: start + 16)
    markers = bytes.number(at: start + 24)
    cover = bytes.number(at: start + 32)
    entryStart = bytes.number(at: start + 40)
    entryLength = bytes.number(at: start + 48)
    firstSize = bytes.number(at: start + 52)
    problem = bytes.number(at: start + 56)
    sizeCount = bytes.number(at: start + 60)
    notes = Notes(rawValue: bytes.number(at: start + 62)).subtracting(.unlisted)
  }

  /// Adds what a run saw of the same content; nothing if that was another one.
  // The ledger may have been written by another run since, on another machine: inode and times vouch
  // for the content that was seen with them, and for no other.
  package mutating func add(_ sighting: Sighting) {
    guard sighting.notes.contains(.isKnown), sighting.content == (digest?.low ?? 0), size >= 0
    else { return }
    inode = sighting.inode
    modified = sighting.modified
    changed = sighting.changed
    device = sighting.device
    folderDevice = sighting.folderDevice
    notes.insert(.identity)
    if sighting.notes.contains(.isRacy) {
      notes.insert(.racy)
    }
  }

  /// Returns what this run saw of the recording.
  package func sighting(
    _ path: RawPath,
    from tables: RecordTables,
    in builder: inout SightingsBuilder
  ) -> Sighting {
    var sighting = Sighting()
    sighting.path = StableHash.of(path.bytes)
    guard notes.contains(.identity) else { return sighting }
    sighting.content = digest?.low ?? 0
    sighting.inode = inode
    sighting.modified = modified
    sighting.changed = changed
    sighting.device = builder.number(ofDevice: tables.device(device))
    sighting.folderDevice = builder.number(ofDevice: tables.device(folderDevice))
    sighting.notes.insert(.isKnown)
    if notes.contains(.racy) {
      sighting.notes.insert(.isRacy)
    }
    return sighting
  }
}
