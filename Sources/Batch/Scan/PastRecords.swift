import Bytes
import Library
import System

/// What the last run knew of each recording, read from its memory or manifest when it is asked for:
/// the records of a million recordings would be most of what a run holds.
struct PastRecords: Sendable {
  var memory: RunMemory?
  /// Where no memory is left: what the manifest says.
  var listed: [RawPath: RecordingRecord] = [:]
  /// Tells why recordings failed.
  var manifest: LastManifest?
  /// The reason that was read last, with how the manifest spells it: many fail alike.
  private let lastReason = Locked<(spelled: [UInt8], problem: RememberedProblem?)>(([], nil))

  /// The record of a recording, whose place in the memory a walk has found; nil where nothing is
  /// known.
  func record(_ place: Int?, at path: RawPath) -> RecordingRecord? {
    guard var record = facts(place, at: path) else { return nil }
    if place != nil, let problem = problem(record) {
      record.result = .failure(.remembered(problem))
    }
    return record
  }

  /// The same without the reason of a failure, which takes a reading of the manifest.
  func facts(_ place: Int?, at path: RawPath) -> RecordingRecord? {
    guard let place else { return listed[path] }
    return memory?.record(place, path)
  }

  /// Where the last manifest tells of a recording.
  func entry(_ place: Int?, at path: @autoclosure () -> RawPath) -> RecordingRecord.Entry? {
    guard let place else { return listed[path()]?.entry }
    return memory.map { .kept($0.entry(place)) }
  }

  /// Why a recording failed, as the manifest tells it.
  private func problem(_ record: RecordingRecord) -> RememberedProblem? {
    guard record.status != .ok, let manifest, case .kept(let range) = record.entry else {
      return nil
    }
    do {
      let entry = try manifest.bytes(range)
      let last = lastReason.withLock { $0 }
      if last.problem != nil, entry.ends(with: last.spelled) { return last.problem }
      let problem = RememberedProblem(try JSONValue(entry)["error"])
      lastReason.withLock { $0 = (Array(entry[Self.reason(in: entry)...]), problem) }
      return problem
    } catch {
      // Whoever edits a manifest may take the reason out of it.
      return nil
    }
  }

  private static let reasonName = Array("\"error\":".utf8)

  /// Where the reason begins: no name or text within an entry has quotes that are not escaped.
  private static func reason(in entry: [UInt8]) -> Int {
    var place = entry.count - reasonName.count
    while place > 0 {
      if entry[place] == reasonName[0], entry[place...].starts(with: reasonName) { return place }
      place -= 1
    }
    return 0
  }
}
