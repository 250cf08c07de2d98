import WavethumbBytes

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
  // Half is enough to notice another content, which nobody has an interest in forging here: what is in
  // the cache is the user's own.
  package var content: UInt64 = 0
  package var inode: UInt64 = 0
  package var modified: Int64 = 0
  package var changed: Int64 = 0
  package var device: UInt16 = 0
  package var folderDevice: UInt16 = 0
  package var notes: Notes = []

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
