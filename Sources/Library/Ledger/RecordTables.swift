/// The sizes, devices and problems that packed records of a run refer to by number.
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
    if let known = devices.lastIndex(of: device) { return UInt16(clamping: known) }
    guard devices.count < Int(UInt16.max) else { return .max }
    devices.append(device)
    return UInt16(clamping: devices.count - 1)
  }

  package mutating func number(of problem: ManifestProblem) -> UInt32 {
    if let number = numbers[problem] { return number }
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
    if !record.isMade {
      record.problem =
        others.problem(record.problem).map { number(of: $0) } ?? PackedRecord.unlistedProblem
    }
    record.device = number(ofDevice: others.device(record.device))
    record.folderDevice = number(ofDevice: others.device(record.folderDevice))
    return record
  }
}

/// Looks up the numbers of packed records; the records of an index file may be damaged.
extension RecordTables {
  /// Returns the size of each file of a recording, `sizeOfNoFile` for files that cannot be made.
  package func sizes(of record: PackedRecord) -> ArraySlice<UInt32> {
    let first = Int(record.firstSize)
    let count = Int(record.sizeCount)
    return first + count <= sizes.count ? sizes[first..<first + count] : []
  }

  package func device(_ number: UInt16) -> UInt64 {
    Int(number) < devices.count ? devices[Int(number)] : 0
  }

  /// Returns the problem with this number; nil if the table had no room for it.
  package func problem(_ number: UInt32) -> ManifestProblem? {
    number > 0 && number <= problems.count ? problems[Int(number) - 1] : nil
  }
}
