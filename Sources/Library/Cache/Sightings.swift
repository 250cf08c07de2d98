package import WavethumbBytes
package import WavethumbSystem

/// What a run saw of the recordings in a ledger: inodes, times and devices, in the cache of the user.
///
/// It only saves reading: without it, recordings are read once to be hashed. It proves nothing about
/// who made a file, and so may be deleted, or be of another ledger, at any time.
package final class Sightings: Sendable {
  /// The digest of the absolute path of the library, the absolute path of the output, and the name of
  /// the ledger.
  // The library by its digest, as the ledger of a part has it: so a merge finds what the parts saw.
  package struct Key: Sendable, Hashable {
    package let library: ContentDigest
    package let output: RawPath
    package let ledger: RawPath

    package init(library: ContentDigest, output: RawPath, ledger: RawPath) {
      self.library = library
      self.output = output
      self.ledger = ledger
    }
  }

  /// What a run saw besides the recordings.
  package struct Facts: Sendable, Hashable {
    /// Identifies the ledger in the order of whose records the sightings are.
    package var ledger: ContentDigest
    /// The manifest that the ledger names; nil if there was none.
    package var manifest: FileIdentity?
    /// The output has no files of recordings that are gone.
    package var hasNoLeftovers: Bool
    /// Since when recordings wait that changed too recently, in seconds since 1970 by the hash of their
    /// paths.
    package var waiting: [UInt64: Int64]

    package init(
      ledger: ContentDigest,
      manifest: FileIdentity?,
      hasNoLeftovers: Bool,
      waiting: [UInt64: Int64] = [:]
    ) {
      self.ledger = ledger
      self.manifest = manifest
      self.hasNoLeftovers = hasNoLeftovers
      self.waiting = waiting
    }
  }

  package let key: Key
  package let facts: Facts
  /// The devices that sightings refer to by number.
  package let devices: [UInt64]
  package let count: Int
  package let bytes: [UInt8]
  private let first: Int

  // The layout of the file: mark, checksum of the rest, key, facts, sightings of one length, devices, and
  // their number.
  static let mark = Array("wavethumb seen 4\n".utf8)

  /// Creates sightings from the bytes of `SightingsBuilder`; nil if they are damaged.
  package init?(_ bytes: [UInt8]) {
    var coder = ByteCoder(reading: bytes)
    let checksum: UInt64
    do throws(MalformedBytes) {
      let mark = try coder.bytes(nil, count: Self.mark.count)
      guard mark == Self.mark[...] else { return nil }
      checksum = try coder.field(nil)
      key = try coder.field(nil)
      facts = try coder.field(nil)
    } catch {
      return nil
    }
    first = bytes.count - coder.left
    // The number of devices comes last, as they are known after all sightings.
    guard bytes.count >= first + 2 else { return nil }
    let deviceCount = Int(bytes.number(at: bytes.count - 2, as: UInt16.self))
    let devicesStart = bytes.count - 2 - deviceCount * 8
    let length = devicesStart - first
    guard length >= 0, length.isMultiple(of: Sighting.length) else { return nil }
    count = length / Sighting.length
    devices = (0..<deviceCount).map { index in bytes.number(at: devicesStart + index * 8) }
    // Last: it reads all, and most files that are none fail before.
    let checkedStart = Self.mark.count + MemoryLayout<UInt64>.size
    guard ContentDigest(of: Array(bytes[checkedStart...])).low == checksum else { return nil }
    self.bytes = bytes
  }

  package subscript(number: Int) -> Sighting {
    precondition(number >= 0 && number < count)
    return Sighting(bytes, at: first + number * Sighting.length)
  }
}

extension Sightings.Key: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    library = try coder.field(value?.library)
    output = RawPath(
      bytes: Array(try coder.countedBytes(value?.output.bytes[...], atMost: Int.max))
    )
    ledger = RawPath(
      bytes: Array(try coder.countedBytes(value?.ledger.bytes[...], atMost: Int.max))
    )
  }
}

extension Sightings.Facts: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    ledger = try coder.field(value?.ledger)
    hasNoLeftovers = try coder.field(value?.hasNoLeftovers)
    let hasManifest: Bool = try coder.field(value.map { $0.manifest != nil })
    // Zeros for none.
    let none = FileIdentity(device: 0, inode: 0, size: 0, modified: 0, changed: 0)
    let identity = value.map { $0.manifest ?? none }
    let read = FileIdentity(
      device: try coder.integer(identity?.device),
      inode: try coder.integer(identity?.inode),
      size: try coder.integer(identity?.size),
      modified: try coder.integer(identity?.modified),
      changed: try coder.integer(identity?.changed)
    )
    manifest = hasManifest ? read : nil
    // Sorted, since a dictionary has another order in every run.
    let waits = value?.waiting.sorted { one, other in one.key < other.key }
    let paths: [UInt64] = try coder.integers(waits?.map(\.key))
    let times: [Int64] = try coder.integers(waits?.map(\.value))
    try coder.require(paths.count == times.count)
    waiting = Dictionary(zip(paths, times)) { first, _ in first }
  }
}

/// What a run saw of one recording.
package struct Sighting: Sendable, Equatable {
  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The file was opened, so that times and inode are known.
    package static let isKnown = Flags(rawValue: 1)
    /// The file was written too recently for its times to reveal the next change.
    package static let isRacy = Flags(rawValue: 2)
  }

  /// A hash of the path: sightings are found by it after another run has written the ledger.
  package var path: UInt64 = 0
  /// The low half of the content's digest; another content was not seen.
  // Half is enough to notice another content, which nobody has an interest in forging here: what is in
  // the cache is the user's own.
  package var content: UInt64 = 0
  package var inode: UInt64 = 0
  package var modified: Int64 = 0
  package var changed: Int64 = 0
  package var device: UInt16 = 0
  package var folderDevice: UInt16 = 0
  package var flags: Flags = []

  package init() {}

  // In bytes, field by field below: a library of a million recordings reads 46 MB at each start.
  static let length = 46

  func append(to bytes: inout [UInt8]) {
    for number in [path, content, inode] {
      bytes.append(number: number)
    }
    for number in [modified, changed] {
      bytes.append(number: number)
    }
    for number in [device, folderDevice, flags.rawValue] {
      bytes.append(number: number)
    }
  }

  init(_ bytes: [UInt8], at start: Int) {
    path = bytes.number(at: start)
    content = bytes.number(at: start + 8)
    inode = bytes.number(at: start + 16)
    modified = bytes.number(at: start + 24)
    changed = bytes.number(at: start + 32)
    device = bytes.number(at: start + 40)
    folderDevice = bytes.number(at: start + 42)
    flags = Flags(rawValue: bytes.number(at: start + 44))
  }
}

/// Gathers the sightings of a run, in the order of the records in its ledger.
package struct SightingsBuilder {
  private let key: Sightings.Key
  private var devices: [UInt64] = []
  private var sightings: [UInt8] = []

  /// Begins with room for `count` recordings.
  package init(_ key: Sightings.Key, expecting count: Int = 0) {
    self.key = key
    sightings.reserveCapacity(count * Sighting.length)
  }

  package mutating func append(_ sighting: Sighting) { sighting.append(to: &sightings) }

  /// Returns the number of a device: there are few, and their identifiers are long.
  package mutating func number(ofDevice device: UInt64) -> UInt16 {
    // From the end, as recordings of one disk follow each other.
    if let known = devices.lastIndex(of: device) { return UInt16(clamping: known) }
    guard devices.count < Int(UInt16.max) else { return .max }
    devices.append(device)
    return UInt16(clamping: devices.count - 1)
  }

  /// Returns the bytes that `Sightings` reads.
  package consuming func encoded(_ facts: Sightings.Facts) -> BytePieces {
    var end: [UInt8] = []
    for device in devices {
      end.append(number: device)
    }
    end.append(number: UInt16(devices.count))
    var checked = BytePieces(key.encoded() + facts.encoded())
    checked.append(sightings)
    checked.append(end)
    var start = Sightings.mark
    start.append(number: checked.digest().low)
    var all = BytePieces(start)
    all.append(checked)
    return all
  }
}

/// The file in the cache with the sightings of one library, output and ledger.
package enum SightingsFile {
  // 46 bytes for each of ninety million recordings: a bound for files that somebody else put there,
  // whose size is allocated when they are read.
  static let maximumBytes = 4 << 30

  /// Reads the sightings of the last run; nil if they are missing or damaged.
  package static func load(_ key: Sightings.Key, from folder: CacheFolder) -> Sightings? {
    let bytes = folder.read(path(key), maximumBytes: maximumBytes)
    // The whole key is in the file: two keys may have one hash, or somebody may have renamed the file.
    guard let bytes, let sightings = Sightings(bytes), sightings.key == key else { return nil }
    return sightings
  }

  // By two hashes of 64 bits: no name of a file, since the path of an output may be longer than a name
  // may be.
  package static func path(_ key: Sightings.Key) -> RawPath {
    var high = StableHash(seed: 1)
    var low = StableHash(seed: 2)
    for part in [key.library.encoded(), key.output.bytes, key.ledger.bytes] {
      high.add(part)
      low.add(part)
    }
    let name = Hexadecimal.digits(high.value) + Hexadecimal.digits(low.value) + fileExtension
    return CacheFolder.runs.appending(RawPath(bytes: name))
  }

  /// Returns whether a file of the folder of runs is ours.
  static func isName(_ name: [UInt8]) -> Bool {
    let digits = name.prefix { byte in byte != UInt8(ascii: ".") }
    guard digits.count == 32 else { return false }
    let halves = [digits.prefix(16), digits.dropFirst(16)]
    let areDigits = halves.allSatisfy { half in Hexadecimal.value(half) != nil }
    return areDigits && name[digits.count...].elementsEqual(fileExtension)
  }

  private static let fileExtension = Array(".seen".utf8)
}
