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

    package init(ledger: ContentDigest, manifest: FileIdentity?, hasNoLeftovers: Bool) {
      self.ledger = ledger
      self.manifest = manifest
      self.hasNoLeftovers = hasNoLeftovers
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
  static let mark = Array("wavethumb seen 3\n".utf8)

  /// Creates sightings from the bytes of `SightingsBuilder`; nil if they are damaged.
  package init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    let checksum: UInt64
    do throws(MalformedBytes) {
      guard try reader.take(Self.mark.count) == Self.mark[...] else { return nil }
      checksum = try reader.integer()
      key = try reader.read()
      facts = try reader.read()
    } catch {
      return nil
    }
    first = bytes.count - reader.left
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
  package func append(to writer: inout ByteWriter) {
    library.append(to: &writer)
    for path in [output, ledger] {
      writer.append(counted: path.bytes)
    }
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    library = try reader.read()
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
      all: manifest.device,
      manifest.inode,
      manifest.size,
      manifest.modified,
      manifest.changed
    )
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    ledger = try reader.read()
    hasNoLeftovers = try reader.bool()
    let hasManifest = try reader.bool()
    let identity = FileIdentity(
      device: try reader.integer(),
      inode: try reader.integer(),
      size: try reader.integer(),
      modified: try reader.integer(),
      changed: try reader.integer()
    )
    manifest = hasManifest ? identity : nil
  }
}
