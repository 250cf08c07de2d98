/// The sizes, devices and problems that packed records of a run refer to by number.
// So a record has one length, which a file of a million of them needs to be read by number.
package struct RecordTables: Sendable {
  /// The maximum size of all problems; the rest are only in the manifest's entries.
  // Recordings are read in any order, so that a limit which a library reaches would make its ledger
  // depend on that order: some forty thousand different problems are more than any has.
  private static let maximumProblemBytes = 8 << 20
  /// The size of a file that cannot be made.
  // Not 0: labels of a recording without any are an empty file.
  package static let sizeOfNoFile = UInt32.max

  private(set) var sizes: [UInt32] = []
  private(set) var devices: [UInt64] = []
  private(set) var problems: [ManifestProblem] = []
  private var numbers: [ManifestProblem: UInt32] = [:]
  private var problemBytes = 0

  package init() {}

  /// Creates tables to which nothing is added.
  package init(sizes: [UInt32] = [], devices: [UInt64], problems: [ManifestProblem] = []) {
    self.sizes = sizes
    self.devices = devices
    self.problems = problems
  }

  package mutating func setSizes(_ written: ArraySlice<UInt32>, of record: inout PackedRecord) {
    record.setSizes(written, from: sizes.count)
    sizes += written
  }

  /// Returns the number of a device: there are few devices, and their identifiers are long.
  package mutating func number(ofDevice device: UInt64) -> UInt16 {
    // From the end, as recordings of one disk follow each other.
    if let known = devices.lastIndex(of: device) { return UInt16(clamping: known) }
    // The last number is that of no device, which `device` answers with 0.
    guard devices.count < Int(UInt16.max) else { return .max }
    devices.append(device)
    return UInt16(clamping: devices.count - 1)
  }

  /// Returns the number of a problem, from 1; `unlistedProblem` if the table has no room for it.
  package mutating func number(of problem: ManifestProblem) -> UInt32 {
    if let number = numbers[problem] { return number }
    // The names of the members and the short values take less than 200. A guess.
    let bytes = problem.message.utf8.count + problem.cause.utf8.count + 200
    guard problemBytes + bytes <= Self.maximumProblemBytes else {
      return PackedRecord.unlistedProblem
    }
    problemBytes += bytes
    problems.append(problem)
    numbers[problem] = UInt32(problems.count)
    return UInt32(problems.count)
  }

  /// Returns the record with the numbers of these tables instead of those of other tables.
  package mutating func adopt(_ record: PackedRecord, from others: RecordTables) -> PackedRecord {
    var record = record
    setSizes(others.sizes(of: record), of: &record)
    if !record.isDecoded {
      let problem = others.problem(record.problem)
      record.problem = PackedRecord.unlistedProblem
      if let problem {
        record.problem = number(of: problem)
      }
    }
    record.device = number(ofDevice: others.device(record.device))
    record.folderDevice = number(ofDevice: others.device(record.folderDevice))
    return record
  }
}

/// Looks up the numbers of packed records.
// Anyone may have written a ledger, so that each number is compared with its table.
extension RecordTables {
  /// Returns the size of each file of a recording, `sizeOfNoFile` for files that cannot be made.
  package func sizes(of record: PackedRecord) -> ArraySlice<UInt32> {
    let first = Int(record.firstSize)
    let end = first + Int(record.sizeCount)
    guard end <= sizes.count else { return [] }
    return sizes[first..<end]
  }

  package func device(_ number: UInt16) -> UInt64 {
    guard Int(number) < devices.count else { return 0 }
    return devices[Int(number)]
  }

  /// Returns the problem with this number; nil if the table had no room for it.
  package func problem(_ number: UInt32) -> ManifestProblem? {
    guard number > 0, number <= problems.count else { return nil }
    return problems[Int(number) - 1]
  }
}
