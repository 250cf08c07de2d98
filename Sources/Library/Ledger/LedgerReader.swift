import WavethumbBytes
package import WavethumbSystem

/// Reads the records of a ledger one after the other, in constant memory.
// Paths, records and sizes are read side by side from three stretches of the file: the records are of
// one length, and what is not stands beside them.
package struct LedgerReader {
  /// The path of the recording that was read last.
  package private(set) var path: [UInt8] = []
  package private(set) var record = PackedRecord()
  /// The size of each file of the recording.
  package private(set) var sizes: [UInt32] = []

  private let stored: StoredRecords
  private var pathWindow: ByteWindow
  private var recordWindow: ByteWindow
  private var sizeWindow: ByteWindow
  private var count = 0
  private var sizeCount = 0

  /// Begins before the first recording; `length` is that of each of three buffers.
  package init(_ stored: StoredRecords, length: Int = ByteWindow.defaultLength) {
    self.stored = stored
    pathWindow = stored.paths.window(length, in: stored.file)
    recordWindow = stored.records.window(length, in: stored.file)
    sizeWindow = stored.sizes.window(length, in: stored.file)
  }

  /// Reads the next recording; returns whether there is one that is well-formed.
  package mutating func next() throws(SystemFailure) -> Bool {
    guard count < stored.count, try readPath(), try readRecord() else { return false }
    count += 1
    return true
  }

  /// Whether all recordings were read, and their bytes have the digests that they had when the ledger
  /// was opened. Until then, the recordings may be forged.
  package var isProven: Bool {
    count == stored.count && stored.paths.isRead(by: pathWindow)
      && stored.records.isRead(by: recordWindow) && stored.sizes.isRead(by: sizeWindow)
  }

  private mutating func readPath() throws(SystemFailure) -> Bool {
    // Fewer are left at the end, which is no mistake: it shows when they are parsed.
    _ = try pathWindow.fill(RecordsLayout.PathStep.maximumHeadLength)
    let step = RecordsLayout.PathStep(
      pathWindow.buffer,
      at: pathWindow.position,
      after: path.count
    )
    guard let step, try pathWindow.fill(step.headLength + step.rest) else { return false }
    pathWindow.pass(step.headLength)
    let start = pathWindow.position
    let rest = pathWindow.buffer[start..<start + step.rest]
    path.removeLast(path.count - step.shared)
    path.append(contentsOf: rest)
    pathWindow.pass(step.rest)
    return true
  }

  private mutating func readRecord() throws(SystemFailure) -> Bool {
    guard try recordWindow.fill(PackedRecord.length) else { return false }
    record = PackedRecord(recordWindow.buffer, at: recordWindow.position)
    recordWindow.pass(PackedRecord.length)
    // Sizes are in the order of the records, as `LedgerRecordsBuilder` adds them.
    let length = Int(record.sizeCount) * 4
    guard record.firstSize == UInt32(clamping: sizeCount), try sizeWindow.fill(length) else {
      return false
    }
    sizes.removeAll(keepingCapacity: true)
    for offset in stride(from: 0, to: length, by: 4) {
      sizes.append(sizeWindow.buffer.number(at: sizeWindow.position + offset))
    }
    sizeWindow.pass(length)
    sizeCount += sizes.count
    return true
  }
}
