package import WavethumbBytes
package import WavethumbSystem

/// What a run saw of the recordings in a ledger: inodes, times and devices, in the cache of the user.
///
/// It only saves reading: without it, recordings are read once to be hashed. It proves nothing about
/// who made a file, and so may be deleted, or be of another ledger, at any time.
package final class Sightings: Sendable {
  /// The absolute paths of library and output, and the name of the ledger.
  package struct Place: Sendable, Hashable {
    package let library: RawPath
    package let output: RawPath
    package let ledger: RawPath

    package init(library: RawPath, output: RawPath, ledger: RawPath) {
      self.library = library
      self.output = output
      self.ledger = ledger
    }
  }

  /// What a run saw besides the recordings.
  package struct Facts: Sendable, Hashable {
    /// Identifies the ledger whose records have these places.
    package var ledger: ContentDigest
    /// The manifest that the ledger names; nil if there was none.
    package var manifest: FileIdentity?
    /// The output has no files of recordings that are gone.
    package var hasNoLeftovers: Bool

    package init(ledger: ContentDigest, manifest: FileIdentity?, hasNoLeftovers: Bool) {
      self.ledger = ledger
      self.manifest = manifest
      self.hasNoLeftovers = hasNoLeftovers
    }
  }

  package let place: Place
  package let facts: Facts
  /// The devices that sightings refer to by number.
  package let devices: [UInt64]
  package let count: Int
  package let bytes: [UInt8]
  private let first: Int

  /// Creates sightings from the bytes of `SightingsBuilder`; nil if they are damaged.
  package init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    do throws(MalformedBytes) {
      guard try reader.take(Self.mark.count) == Self.mark[...],
        try reader.integer() == Self.checksum(bytes)
      else { return nil }
      place = try reader.read()
      facts = try reader.read()
      first = bytes.count - reader.left
      // The number of devices comes last, as they are known after all sightings.
      guard reader.left >= 2 else { return nil }
      let deviceCount = Int(bytes.number(at: bytes.count - 2, as: UInt16.self))
      let length = reader.left - 2 - deviceCount * 8
      guard length >= 0, length % Sighting.length == 0 else { return nil }
      count = length / Sighting.length
      let start = first + length
      devices = (0..<deviceCount).map { bytes.number(at: start + $0 * 8) }
      self.bytes = bytes
    } catch {
      return nil
    }
  }

  package subscript(number: Int) -> Sighting {
    precondition(number >= 0 && number < count)
    return Sighting(bytes, at: first + number * Sighting.length)
  }

  static let mark = Array("wavethumb seen 1\n".utf8)

  static func checksum(_ bytes: [UInt8]) -> UInt64 {
    var hash = StableHash(seed: 1)
    hash.add(bytes, (mark.count + 8)..<bytes.count)
    return hash.value
  }
}

/// What a run saw of one recording.
package struct Sighting: Sendable, Equatable {
  package struct Notes: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The file was opened, so that times and inode are known.
    package static let isKnown = Notes(rawValue: 1)
    /// The file was written too recently for its times to reveal the next change.
    package static let isRacy = Notes(rawValue: 2)
  }

  /// A hash of the path: sightings are found by it after another run has written the ledger.
  package var path: UInt64 = 0
  /// The low half of the content's digest; another content was not seen.
  package var content: UInt64 = 0
  package var inode: UInt64 = 0
  package var modified: Int64 = 0
  package var changed: Int64 = 0
  package var device: UInt16 = 0
  package var folderDevice: UInt16 = 0
  package var notes: Notes = []

  package init() {}

  static let length = 46

  func append(to bytes: inout [UInt8]) {
    for number in [path, content, inode] {
      bytes.append(number: number)
    }
    for number in [modified, changed] {
      bytes.append(number: number)
    }
    for number in [device, folderDevice, notes.rawValue] {
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
    notes = Notes(rawValue: bytes.number(at: start + 44))
  }
}

/// Gathers the sightings of a run, in the order of the records in its ledger.
package struct SightingsBuilder: Sendable {
  private var devices: [UInt64] = []
  /// The bytes so far, so that the sightings of a million recordings are never held twice.
  private var bytes: [UInt8]
  private let factsStart: Int

  package init(_ place: Sightings.Place, expecting count: Int = 0) {
    bytes = Sightings.mark + [UInt8](repeating: 0, count: 8) + place.encoded()
    factsStart = bytes.count
    let room = factsStart + Sightings.Facts.length + count * Sighting.length + 1024
    bytes.reserveCapacity(room)
    // The facts are known at the end.
    bytes.append(contentsOf: repeatElement(0, count: Sightings.Facts.length))
  }

  package mutating func append(_ sighting: Sighting) { sighting.append(to: &bytes) }

  /// Returns the number of a device: there are few, and their identifiers are long.
  package mutating func number(ofDevice device: UInt64) -> UInt16 {
    if let known = devices.lastIndex(of: device) { return UInt16(clamping: known) }
    guard devices.count < Int(UInt16.max) else { return .max }
    devices.append(device)
    return UInt16(clamping: devices.count - 1)
  }

  /// Returns the bytes that `Sightings` reads.
  package consuming func encoded(_ facts: Sightings.Facts) -> [UInt8] {
    bytes.replaceSubrange(factsStart..<factsStart + Sightings.Facts.length, with: facts.encoded())
    for device in devices {
      bytes.append(number: device)
    }
    bytes.append(number: UInt16(devices.count))
    var sum: [UInt8] = []
    sum.append(number: Sightings.checksum(bytes))
    bytes.replaceSubrange(Sightings.mark.count..<Sightings.mark.count + 8, with: sum)
    return bytes
  }
}

extension Sightings.Place: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    for path in [library, output, ledger] {
      writer.append(counted: path.bytes)
    }
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    library = RawPath(bytes: Array(try reader.countedBytes(atMost: Int.max)))
    output = RawPath(bytes: Array(try reader.countedBytes(atMost: Int.max)))
    ledger = RawPath(bytes: Array(try reader.countedBytes(atMost: Int.max)))
  }
}

extension Sightings.Facts: ByteCoded {
  /// The length in bytes, the same for all.
  static let length = 16 + 2 + 5 * 8

  package func append(to writer: inout ByteWriter) {
    writer.append(all: ledger, hasNoLeftovers, manifest != nil)
    let manifest =
      manifest ?? FileIdentity(device: 0, inode: 0, size: 0, modified: 0, changed: 0)
    writer.append(
      all: manifest.device, manifest.inode, manifest.size, manifest.modified, manifest.changed)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    ledger = try reader.read()
    hasNoLeftovers = try reader.bool()
    let hasManifest = try reader.bool()
    let identity = FileIdentity(
      device: try reader.integer(), inode: try reader.integer(), size: try reader.integer(),
      modified: try reader.integer(), changed: try reader.integer())
    manifest = hasManifest ? identity : nil
  }
}
