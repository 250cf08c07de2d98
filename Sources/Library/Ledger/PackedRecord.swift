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
  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The file was opened, so that size, times and inode are known.
    package static let identity = Flags(rawValue: 1)
    package static let digest = Flags(rawValue: 2)
    /// The file was written too recently for its times to reveal the next change.
    package static let racy = Flags(rawValue: 4)
    /// The entry is in the last manifest, and not among the new ones of the run.
    package static let kept = Flags(rawValue: 8)
    package static let unsupported = Flags(rawValue: 16)
    package static let truncated = Flags(rawValue: 32)
    package static let gaps = Flags(rawValue: 64)
    package static let silent = Flags(rawValue: 128)
    package static let dataFiles = Flags(rawValue: 256)
    /// Some data formats cannot hold the recording.
    package static let lacksData = Flags(rawValue: 512)
    /// The run was stopped before it reached the recording.
    package static let pending = Flags(rawValue: 1024)

    /// The flags that a ledger omits, because they depend on the machine or on the running scan.
    static let unlisted: Flags = [.identity, .racy, .kept, .pending]
  }

  // In the upper four bits of the flags, which have no other use.
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
  package var flags: Flags = []

  package init() {}

  package var digest: ContentDigest? {
    get { flags.contains(.digest) ? storedDigest : nil }
    set {
      storedDigest = newValue ?? ContentDigest(high: 0, low: 0)
      if newValue == nil {
        flags.remove(.digest)
      } else {
        flags.insert(.digest)
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
    get { CoverFault(rawValue: UInt8(flags.rawValue >> Self.coverFaultShift)) }
    set {
      let others = flags.rawValue & (1 << Self.coverFaultShift - 1)
      flags = Flags(rawValue: others | UInt16(newValue?.rawValue ?? 0) << Self.coverFaultShift)
    }
  }

  package var isDecoded: Bool { problem == 0 }

  package var status: OutcomeStatus {
    if isDecoded { return .ok }
    return flags.contains(.unsupported) ? .unsupported : .failed
  }

  /// Whether a report lists the recording even if it is unchanged.
  package var shouldReport: Bool {
    !isDecoded || !flags.isDisjoint(with: [.truncated, .gaps, .lacksData])
  }

  /// Sets the sizes of the files of the recording, which begin at a number of a table.
  mutating func setSizes(_ sizes: ArraySlice<UInt32>, from first: Int) {
    firstSize = UInt32(clamping: first)
    sizeCount = UInt16(clamping: sizes.count)
    if sizes.contains(RecordTables.sizeOfNoFile) {
      flags.insert(.lacksData)
    }
  }

  package mutating func setIdentity(_ identity: FileIdentity) {
    inode = identity.inode
    size = identity.size
    modified = identity.modified
    changed = identity.changed
    flags.insert(.identity)
  }

  /// Size, times and inode; nil if the file was not opened.
  package var identity: FileIdentity? {
    guard flags.contains(.identity) else { return nil }
    return FileIdentity(device: 0, inode: inode, size: size, modified: modified, changed: changed)
  }

  /// Returns whether the file is certainly unchanged since it was recorded.
  package func isOfSameFile(_ now: FileIdentity, ignoringInode: Bool) -> Bool {
    guard let identity, !flags.contains(.racy) else { return false }
    return identity.matches(now, ignoringInode: ignoringInode)
  }

  /// Records whether the file was written too recently for its times to reveal the next change.
  package mutating func markRacy(since start: Int64, until now: Int64) {
    if identity?.isRacy(since: start, until: now) ?? true {
      flags.insert(.racy)
    } else {
      flags.remove(.racy)
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
    for number in [sizeCount, flags.subtracting(.unlisted).rawValue] {
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
    flags = Flags(rawValue: bytes.number(at: start + 62)).subtracting(.unlisted)
  }

  /// Adds what a run saw of the same content; nothing if that was another one.
  // The ledger may have been written by another run since, on another machine: inode and times vouch
  // for the content that was seen with them, and for no other.
  package mutating func add(_ sighting: Sighting) {
    guard sighting.flags.contains(.isKnown), sighting.content == (digest?.low ?? 0), size >= 0
    else { return }
    inode = sighting.inode
    modified = sighting.modified
    changed = sighting.changed
    device = sighting.device
    folderDevice = sighting.folderDevice
    flags.insert(.identity)
    if sighting.flags.contains(.isRacy) {
      flags.insert(.racy)
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
    guard flags.contains(.identity) else { return sighting }
    sighting.content = digest?.low ?? 0
    sighting.inode = inode
    sighting.modified = modified
    sighting.changed = changed
    sighting.device = builder.number(ofDevice: tables.device(device))
    sighting.folderDevice = builder.number(ofDevice: tables.device(folderDevice))
    sighting.flags.insert(.isKnown)
    if flags.contains(.racy) {
      sighting.flags.insert(.isRacy)
    }
    return sighting
  }
}
